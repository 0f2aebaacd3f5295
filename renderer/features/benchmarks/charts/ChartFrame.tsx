import { ActionIcon, Tooltip } from '@mantine/core';
import { ImageDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { savePicture } from '../../../ui/save-picture.ts';
import { attempt } from '../../../ui/toasts.tsx';
import classes from './charts.module.css';

interface LegendItem {
  name: string;
  /** A small drawing of how it looks in the chart. */
  sign: ReactNode;
}

interface ChartFrameProps {
  title: string;
  /** What the marks mean. */
  hint?: string;
  /** The chart in words, for who does not see it. */
  label: string;
  /** What the chart is about: with it the picture tells of itself. */
  about: string;
  /** Of the picture, without its ending. */
  fileName: string;
  height: number;
  legend?: LegendItem[];
  children: ReactNode;
}

/** A chart with its title, its legend, and the way to keep it as a picture. */
export function ChartFrame({ title, hint, label, about, fileName, height, legend, children }: ChartFrameProps) {
  const { t } = useWords();
  const chart = useRef<HTMLDivElement>(null);
  const save = (): void => {
    const svg = chart.current?.querySelector('svg');
    if (svg)
      void attempt(
        savePicture(svg, {
          fileName: `${fileName}.png`,
          title: `${about} · ${title}`,
          lines: legend?.map(({ name }) => name) ?? [],
        }),
      );
  };
  const name = t('benchmarks.charts.png', { title });
  return (
    <figure className={classes.frame} aria-label={title}>
      <header className={classes.head}>
        <h3>{title}</h3>
        {hint && <p>{hint}</p>}
        <Tooltip label={name}>
          <ActionIcon size={24} aria-label={name} onClick={save} className={classes.save ?? ''}>
            <ImageDown size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <div ref={chart} className={classes.chart} style={{ height }} role="img" aria-label={label}>
        {children}
      </div>
      {legend && legend.length > 0 && (
        <ul className={classes.legend} aria-hidden>
          {legend.map(({ name: text, sign }) => (
            <li key={text}>
              <svg width={22} height={12} aria-hidden>
                {sign}
              </svg>
              {text}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
