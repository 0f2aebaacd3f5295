/** How a process ended; both null: not known. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
}

const signals: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/** STATUS_CONTROL_C_EXIT: somebody pressed Ctrl+C or closed the console window. */
const controlC = 0xc000013a;

/**
 * The signal behind an end: as told, or as Python and supervisors (−9) or shells (137) write it as a code. Windows codes are negative
 * too when read as signed numbers; those are far below. Pure.
 */
export const signalOf = ({ code, signal }: ProcessEnd): string | null => {
  if (signal !== null)
    return /^\d+$/.test(signal) ? (signals[Number(signal)] ?? null) : signal.toUpperCase().replace(/^(?!SIG)/, 'SIG');
  if (code === null) return null;
  // −1 is `exit(-1)`, as Windows shows it.
  if (code < -1 && code > -65) return signals[-code] ?? null;
  return code > 128 && code < 193 ? (signals[code - 128] ?? null) : null;
};

/** Whether a signal is how people, shells and service managers ask a process to end. Pure. */
export const isSignalOfStop = (signal: string): boolean =>
  ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'].includes(signalOf({ code: null, signal }) ?? '');

/** Whether a code means that. Pure. */
export const isCodeOfStop = (code: number): boolean => {
  if (unsigned(code) === controlC) return true;
  const signal = signalOf({ code, signal: null });
  return signal !== null && isSignalOfStop(signal);
};

/** Windows codes as one number, whether they were read as signed or unsigned. Pure. */
export const unsigned = (code: number): number => (code < 0 ? code + 2 ** 32 : code);
