import type { TFunction } from 'i18next';
import type { Record } from '../../shared/record.ts';
import { changeText } from '../i18n/change-text.ts';
import type { Format } from './format.ts';

/** One fact of a record; `isCode`: it is read letter by letter. */
interface RecordRow {
  key: string;
  label: string;
  text: string;
  isCode: boolean;
}

const partText = ({ version, commit }: { version: string | null; commit: string | null }): string =>
  [version, commit?.slice(0, 12)].filter(Boolean).join(' · ');

/** A record as lines for people; what nobody knows is left out. Pure but for the words. */
export const recordRows = (t: TFunction, format: Format, record: Record): RecordRow[] => {
  const { facts, peak } = record;
  const rows: RecordRow[] = [];
  const add = (key: Parameters<typeof labelOf>[1], text: string | null | undefined, isCode = false): void => {
    if (text) rows.push({ key, label: labelOf(t, key), text, isCode });
  };
  add('changes', record.changes?.changes.map((change) => changeText(t, change)).join('\n'));
  add('comfyui', facts && partText(facts.comfyui));
  add('python', facts?.python);
  add('torch', facts?.torch);
  add('gpu', facts?.gpu);
  add('driver', facts?.driver);
  add('system', facts?.system);
  if (record.runningAt && record.endedAt) add('ran', format.duration(Date.parse(record.endedAt) - Date.parse(record.runningAt)));
  add('peakVram', peak.vramBytes === null ? null : format.bytes(peak.vramBytes));
  add('peakRam', peak.ramBytes === null ? null : format.bytes(peak.ramBytes));
  add(
    'customNodes',
    facts?.customNodes &&
      (facts.customNodes.length === 0
        ? t('record.noCustomNodes')
        : facts.customNodes.map(({ name, ...part }) => [name, partText(part)].filter(Boolean).join(' ')).join('\n')),
  );
  add('arguments', facts?.arguments?.join(' '), true);
  add('templateDigest', `${record.template.id}@${record.template.version} · ${record.template.digest}`, true);
  add('graph', record.graph, true);
  add('attempt', record.attempt, true);
  return rows;
};

const labelOf = (
  t: TFunction,
  key:
    | 'changes'
    | 'comfyui'
    | 'python'
    | 'torch'
    | 'gpu'
    | 'driver'
    | 'system'
    | 'ran'
    | 'peakVram'
    | 'peakRam'
    | 'customNodes'
    | 'arguments'
    | 'templateDigest'
    | 'graph'
    | 'attempt',
): string => t(`record.${key}`);
