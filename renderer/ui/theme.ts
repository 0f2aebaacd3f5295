import {
  ActionIcon,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  Modal,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Popover,
  Progress,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

/** The one accent. Everything else that has a colour tells a state. */
const ember: MantineColorsTuple = [
  '#fff4ea',
  '#ffe4cc',
  '#fcc99d',
  '#f9ab69',
  '#f59545',
  '#ee8434',
  '#d26c1e',
  '#a9530f',
  '#8f450b',
  '#733707',
];
/** Greys of the dark scheme, from text (0) down to the deepest ground (9). */
const dark: MantineColorsTuple = [
  '#d8dbe1',
  '#b9bec7',
  '#9aa1ad',
  '#6d7582',
  '#3a3f49',
  '#2c3038',
  '#212429',
  '#17191d',
  '#111316',
  '#0b0c0e',
];

/** Mantine takes the light scheme's shade to choose the text on a filled accent; ours differs by scheme, see global.css. */
const variantColors: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const isAccent = (input.color ?? 'ember') === 'ember';
  return isAccent && input.variant === 'filled' ? { ...resolved, color: 'var(--on-accent)' } : resolved;
};

const small = { defaultProps: { size: 'xs' } };

/** Dense: a 4 px grid, 13 to 14 px text, controls 30 px high. Tooltips and menus open without motion where motion is unwanted. */
export const theme = createTheme({
  primaryColor: 'ember',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  variantColorResolver: variantColors,
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontFamily: "'Noto Sans KR Variable', system-ui, sans-serif",
  // The generic family stands before the Korean font: letters come from it, Hangul that it lacks from ours.
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace, 'Noto Sans KR Variable'",
  fontSizes: { xs: '13px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  colors: { ember, dark },
  components: {
    Button: Button.extend(small),
    InputWrapper: Input.Wrapper.extend({
      styles: { label: { fontWeight: 500 }, description: { fontSize: 12 }, error: { fontSize: 12 } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 30, variant: 'subtle', color: 'gray' } }),
    Checkbox: Checkbox.extend(small),
    TextInput: TextInput.extend(small),
    Textarea: Textarea.extend(small),
    NumberInput: NumberInput.extend(small),
    Select: Select.extend({ defaultProps: { size: 'xs', allowDeselect: false, checkIconPosition: 'right' } }),
    NativeSelect: NativeSelect.extend(small),
    MultiSelect: MultiSelect.extend(small),
    SegmentedControl: SegmentedControl.extend(small),
    Switch: Switch.extend({ defaultProps: { size: 'sm' } }),
    Progress: Progress.extend(small),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: false, transitionProps: { duration: 100 } } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: { duration: 100 } } }),
    Modal: Modal.extend({ defaultProps: { transitionProps: { duration: 120 }, centered: true, padding: 'lg' } }),
  },
});

/** Mantine's dimmed text and its error red are too pale on our grounds (4.5 to 1 is what people need). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-error': '#c92a2a', '--mantine-color-dimmed': '#5c636e', '--mantine-color-placeholder': '#6b727d' },
  dark: { '--mantine-color-error': '#ff7b7b', '--mantine-color-placeholder': '#868d99' },
});
