import { SegmentedControl } from '@mantine/core';
import type { Language } from '../i18n/i18n.ts';

interface LanguageSwitchProps {
  language: Language;
  label: string;
  onChange(language: Language): void;
  isWide?: boolean;
}

/** The two languages, each by its own name. */
export function LanguageSwitch({ language, label, onChange, isWide = false }: LanguageSwitchProps) {
  return (
    <SegmentedControl
      aria-label={label}
      fullWidth={isWide}
      value={language}
      onChange={(next) => onChange(next === 'ko' ? 'ko' : 'en')}
      data={[
        { value: 'en', label: 'English' },
        { value: 'ko', label: '한국어' },
      ]}
    />
  );
}
