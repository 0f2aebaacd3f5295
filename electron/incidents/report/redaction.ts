import type { RedactionKind } from '../../../shared/evidence.ts';

/** What was taken out so far. */
export interface Redaction {
  /** Counts one more and gives what stands in its place. */
  note(kind: RedactionKind): string;
  counts(): { kind: RedactionKind; count: number }[];
}

const placeholders: Readonly<Record<RedactionKind, string>> = {
  folder: '<folder>',
  name: '<name>',
  secret: '<secret>',
  email: '<e-mail>',
  address: '<address>',
  prompt: '<prompt>',
};

/** Counts what is taken out of one report. */
export const createRedaction = (): Redaction => {
  const counts = new Map<RedactionKind, number>();
  return {
    note(kind) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return placeholders[kind];
    },
    counts: () => [...counts].map(([kind, count]) => ({ kind, count })),
  };
};
