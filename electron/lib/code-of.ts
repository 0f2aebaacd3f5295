/** The system's code of an error (`ENOSPC` …), or ''. Pure. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
