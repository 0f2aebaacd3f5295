import { ArrowLeftRight, Brain, Flag, GitCompareArrows, SlidersHorizontal } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './benchmarks.module.css';
import { openPreset } from './plan-acts.ts';
import { type PresetId, presetIds } from './plan-draft.ts';

const icons: Record<PresetId, typeof Flag> = {
  flag: Flag,
  update: ArrowLeftRight,
  profiles: GitCompareArrows,
  attention: Brain,
  own: SlidersHorizontal,
};

/** What people compare most, each one click away. */
export function PresetCards({ isLarge }: { isLarge: boolean }) {
  const { t } = useWords();
  return (
    <ul className={classes.presets} data-large={isLarge || undefined}>
      {presetIds.map((preset) => {
        const Icon = icons[preset];
        return (
          <li key={preset}>
            <button type="button" className={classes.preset} onClick={() => openPreset(preset)}>
              <Icon size={isLarge ? 20 : 15} aria-hidden />
              <span>
                <strong>{t(`benchmarks.presets.${preset}`)}</strong>
                {isLarge && <span>{t(`benchmarks.presetHints.${preset}`)}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
