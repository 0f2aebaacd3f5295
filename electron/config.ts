/** What a host was told by its command line and environment, checked. */
export interface Config {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Port asked for; null = the last one if it is free, else any. 0 = any. */
  port: number | null;
  /** Engine of `serve --engine`: wanted for this run only. */
  engine: { kind: 'demo' } | { kind: 'managed'; folder: string } | { kind: 'external'; url: string } | null;
  /** The flags after `--`: last profile layer, for this run, never stored. */
  engineFlags: string[];
  /** Absolute path of the built `cli.js`: `process.execPath entry demo-engine …` starts the demo engine. */
  entry: string;
  /** Absolute path of the script of the thread that reads big logs; without one they are read in the host's own. */
  logWorker?: string;
  /** Folder of the built renderer. */
  rendererDir: string;
  /** Folder of the shipped templates. */
  workflowsDir: string;
  host: 'electron' | 'headless';
  version: string;
}
