import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { ArrowLeftRight, Ratio } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Parameter, TemplateLimits } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FieldFrame } from './FieldFrame.tsx';
import classes from './form.module.css';
import { NumberField } from './NumberField.tsx';
import { sizePresets } from './size-presets.ts';

interface SizeFieldProps {
  width: Parameter;
  height: Parameter;
  limits: TemplateLimits;
  texts: { width: string; height: string };
  problems: { width: string | undefined; height: string | undefined };
  /** Small controls at the end of each label's line. */
  asides: { width: ReactNode; height: ReactNode };
  onChange: (texts: { width: string; height: string }) => void;
}

/** Width and height as one thing: swap them, or take a usual shape. */
export function SizeField({ width, height, limits, texts, problems, asides, onChange }: SizeFieldProps) {
  const { t, of } = useWords();
  const presets = sizePresets(width, height, limits);
  const current = presets.find((preset) => String(preset.width) === texts.width && String(preset.height) === texts.height);
  return (
    <div className={classes.size}>
      <FieldFrame label={of(width.label)} help={of(width.help)} problem={problems.width} aside={asides.width}>
        {(control) => (
          <NumberField
            control={control}
            text={texts.width}
            range={width}
            onChange={(text) => onChange({ ...texts, width: text })}
          />
        )}
      </FieldFrame>
      <Tooltip label={t('generate.swap')}>
        <ActionIcon
          className={classes.sizeButton}
          aria-label={t('generate.swap')}
          onClick={() => onChange({ width: texts.height, height: texts.width })}
        >
          <ArrowLeftRight size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <FieldFrame label={of(height.label)} help={of(height.help)} problem={problems.height} aside={asides.height}>
        {(control) => (
          <NumberField
            control={control}
            text={texts.height}
            range={height}
            onChange={(text) => onChange({ ...texts, height: text })}
          />
        )}
      </FieldFrame>
      <Menu withInitialFocusPlaceholder={false} hideDetached={false} withinPortal={false} position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            className={classes.sizeButton}
            variant="default"
            aria-label={[t('generate.shapes'), current?.ratio].filter(Boolean).join(' ')}
          >
            {current ? <span className={classes.ratio}>{current.ratio}</span> : <Ratio size={15} aria-hidden />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {presets.map((preset, index) => (
            <Menu.Item
              key={preset.ratio}
              data-autofocus={index === 0 || undefined}
              leftSection={<ShapeMark width={preset.width} height={preset.height} />}
              rightSection={
                <span className={classes.pixels}>
                  {preset.width} × {preset.height}
                </span>
              }
              onClick={() => onChange({ width: String(preset.width), height: String(preset.height) })}
            >
              {preset.ratio}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** A small outline with the shape's own proportions. */
function ShapeMark({ width, height }: { width: number; height: number }) {
  const scale = 14 / Math.max(width, height);
  return (
    <svg width={16} height={16} aria-hidden focusable="false">
      <rect
        x={8 - (width * scale) / 2}
        y={8 - (height * scale) / 2}
        width={width * scale}
        height={height * scale}
        rx={1.5}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.3}
      />
    </svg>
  );
}
