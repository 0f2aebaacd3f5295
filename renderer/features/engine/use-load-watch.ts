import { useEffect } from 'react';
import { api } from '../../api.ts';
import { useHearth } from '../../store/hearth.ts';

const retryMs = 5_000;

/** Has the host measure this engine while mounted and in sight: a look is a lease, renewed before it ends. */
export function useLoadWatch(id: string): void {
  const snapshots = useHearth((state) => state.snapshots);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection knows nothing of the lease before it.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.hidden) return;
      const forMs = await api.call('engines.watchLoad', { id }).then(
        (answer) => answer.forMs / 2,
        () => retryMs,
      );
      if (!isOver) timer = setTimeout(() => void look(), forMs);
    };
    const onVisible = (): void => void look();
    document.addEventListener('visibilitychange', onVisible);
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [id, snapshots]);
}
