import { useEffect, useState } from 'react';
import type { CallName, Input, Output } from '../../shared/rpc.ts';
import { api } from '../api.ts';
import { useHearth } from './hearth.ts';

export interface Answer<T> {
  /** The newest answer; the last one stays while a newer is on its way. Undefined before the first. */
  data: T | undefined;
  /** Why the newest question got no answer. */
  error: unknown;
  isAsking: boolean;
  /** Asks the same once more. */
  again(): void;
}

/**
 * Asks the host for what the store does not hold: at once, when the input changes, and after every new snapshot (a lost
 * connection may have hidden changes), and when `reason` changes: something the answer depends on. Pass null to ask nothing.
 * Answers that were overtaken are dropped.
 */
export function useAsk<K extends CallName>(name: K, input: Input<K> | null, reason: string | null = null): Answer<Output<K>> {
  const snapshots = useHearth((state) => state.snapshots);
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState<{ data: Output<K> | undefined; error: unknown; isAsking: boolean }>({
    data: undefined,
    error: undefined,
    isAsking: input !== null,
  });
  const question = input === null ? null : JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count`, `snapshots` and `reason` are reasons to ask again, not inputs.
  useEffect(() => {
    if (question === null) return;
    let isOvertaken = false;
    setAnswer((before) => ({ ...before, isAsking: true }));
    api.call(name, JSON.parse(question) as Input<K>).then(
      (data) => {
        if (!isOvertaken) setAnswer({ data, error: undefined, isAsking: false });
      },
      (error: unknown) => {
        if (!isOvertaken) setAnswer((before) => ({ ...before, error, isAsking: false }));
      },
    );
    return () => {
      isOvertaken = true;
    };
  }, [name, question, reason, snapshots, count]);
  return { ...answer, again: () => setCount((before) => before + 1) };
}
