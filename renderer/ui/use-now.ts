import { useEffect, useState } from 'react';

/** The time of this moment in ms, renewed every `everyMs` while `isRunning`; for ages and countdowns. */
export function useNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
  return now;
}
