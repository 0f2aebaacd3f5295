/** One engine that the suite is run against. */
export interface Target {
  name: string;
  url: string;
  /** Folders on this machine that the engine reads and writes. */
  outputDir: string;
  inputDir: string;
  /** A checkpoint that can be sampled with, null where there is none. */
  checkpoint: string | null;
  isDemo: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    targets: Target[];
  }
}

/** The largest request that targets are started with, in MB. */
export const maxUploadMb = 2;
