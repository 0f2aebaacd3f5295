import { constants } from 'node:os';

/** How a process ended, as the system told; both null: somebody else's child, or nobody was there to see it. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
}

/** NTSTATUS values that processes end with (ntstatus.h), and the code of an uncaught C++ exception. */
const windowsNames: ReadonlyMap<number, string> = new Map([
  [0x4001_0004, 'DBG_TERMINATE_PROCESS'],
  [0x8000_0003, 'STATUS_BREAKPOINT'],
  [0xc000_0005, 'STATUS_ACCESS_VIOLATION'],
  [0xc000_0006, 'STATUS_IN_PAGE_ERROR'],
  [0xc000_0017, 'STATUS_NO_MEMORY'],
  [0xc000_001d, 'STATUS_ILLEGAL_INSTRUCTION'],
  [0xc000_0094, 'STATUS_INTEGER_DIVIDE_BY_ZERO'],
  [0xc000_00fd, 'STATUS_STACK_OVERFLOW'],
  [0xc000_012d, 'STATUS_COMMITMENT_LIMIT'],
  [0xc000_0135, 'STATUS_DLL_NOT_FOUND'],
  [0xc000_0139, 'STATUS_ENTRYPOINT_NOT_FOUND'],
  [0xc000_013a, 'STATUS_CONTROL_C_EXIT'],
  [0xc000_0142, 'STATUS_DLL_INIT_FAILED'],
  [0xc000_0374, 'STATUS_HEAP_CORRUPTION'],
  [0xc000_0409, 'STATUS_STACK_BUFFER_OVERRUN'],
  [0xe06d_7363, 'CPP_EXCEPTION'],
]);

// Of two names for one number the first is the usual one (SIGABRT, SIGIOT).
const signalNames = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);

/**
 * The system's name for an end: the signal first, else what the code stands for (a Windows status, or 128 + signal as a shell in
 * between reports it). null: an ordinary code says nothing by itself. Pure.
 */
export const exitMeaning = ({ code, signal }: ProcessEnd): string | null => {
  if (signal !== null) return signal;
  if (code === null) return null;
  // Some versions hand the code over as a signed number.
  const unsigned = code >>> 0;
  const windows = windowsNames.get(unsigned);
  if (windows !== undefined) return windows;
  return code > 128 && code < 192 ? (signalNames.get(code - 128) ?? null) : null;
};
