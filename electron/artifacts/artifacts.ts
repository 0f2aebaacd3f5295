import type { Artifact, OutputFile, OutputText } from '../../shared/artifact.ts';
import type { GalleryItem } from '../../shared/contract.ts';
import { type ErrorKey, englishError, type WordParams } from '../../shared/words.ts';

/** A file of a finished attempt, copied, hashed and synced to disk; not yet a row. */
export type CollectedFile = Omit<Artifact, 'createdAt'>;

/** What the store needs to know to name and address a file. */
export interface CollectRequest {
  jobId: string;
  attemptId: string;
  template: string;
  title: string;
  seed: string | null;
  createdAt: number;
  files: OutputFile[];
  texts: OutputText[];
  isPartial: boolean;
}

/** Where the files of an engine are read; a Lane's folders and client fit. */
export interface OutputSource {
  /** Absolute folders of a local engine; null: everything comes over `view`. */
  folders: { output: string; input: string; temp: string } | null;
  /** Streams a file's bytes; null when the engine has no such file. */
  view(file: Pick<OutputFile, 'filename' | 'subfolder' | 'type'>): Promise<AsyncIterable<Uint8Array> | null>;
}

/** A listed file is gone or broken; which and how is a sentence under `i18n.errors`. */
export class ArtifactMissing extends Error {
  override readonly name = 'ArtifactMissing';
  readonly key: ErrorKey;
  readonly params: WordParams;
  constructor(key: ErrorKey, params: WordParams = {}, options?: ErrorOptions) {
    super(englishError(key, params), options);
    this.key = key;
    this.params = params;
  }
}

/** Where finished pictures live. */
export interface Artifacts {
  /**
   * Copies every file into the store (local folder: read from disk; external engine: over `/view`). Same attempt again
   * gives the same ids and paths, so a crash in between leaves no second set. Throws ArtifactMissing when a listed file is
   * gone or broken, AppError('storage', 'diskFull' | 'storeUnwritable') when the disk refuses, AppError('invalid-input',
   * 'outputPathRefused') for a path outside the engine's folders (trying again will not help), and the connection's own error when
   * `view` breaks. What it had written is then removed.
   */
  collect(request: CollectRequest, source: OutputSource): Promise<CollectedFile[]>;
  /** Deletes the engine's own copies of an attempt under `output/hearth/`. Never throws. */
  dropEngineCopies(attemptId: string, outputFolder: string): Promise<void>;
  /** Deletes stored files by their paths relative to the data folder, as rows hold them. Answers with those that are still there; never throws. */
  removeFiles(paths: readonly string[]): Promise<string[]>;
  /** A row by id with its absolute path, or undefined. */
  find(id: string): { artifact: Artifact; file: string } | undefined;
  list(query: { template?: string | undefined; cursor?: string | undefined; limit: number }): {
    items: GalleryItem[];
    total: number;
    next: string | null;
  };
  /** Free bytes of the volume that holds the store. */
  freeBytes(): Promise<number>;
}

/** Files given as values, kept by content so that a deleted source changes nothing. */
export interface Inputs {
  /** Stores bytes and answers with the value of an `image` parameter: `<sha-256>.<ext>`. Throws AppError for what is no picture. */
  add(bytes: Uint8Array, fileName: string): Promise<{ value: string; name: string; bytes: number }>;
  read(value: string): Promise<Uint8Array | undefined>;
  /** Absolute path and mime of a stored input, or undefined. */
  find(value: string): { file: string; mime: string } | undefined;
}
