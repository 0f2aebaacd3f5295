import { z } from 'zod';

export const ArtifactKind = z.enum(['image', 'video', 'audio', 'text', 'file']);
export type ArtifactKind = z.infer<typeof ArtifactKind>;

/** A stored output with identity and digest. Its bytes are served at `/artifacts/<id>`. */
export const Artifact = z.object({
  id: z.uuid(),
  jobId: z.uuid(),
  attemptId: z.uuid(),
  template: z.string(),
  /** The graph's node that made it, and its place among that node's files. */
  node: z.string(),
  index: z.int().nonnegative(),
  kind: ArtifactKind,
  mime: z.string(),
  /** Readable file name. */
  name: z.string(),
  /** Relative to the data folder, with `/`. */
  path: z.string(),
  sha256: z.string(),
  bytes: z.int().nonnegative(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  createdAt: z.iso.datetime(),
  /** Made by an attempt that failed in another output. */
  isPartial: z.boolean(),
});
export type Artifact = z.infer<typeof Artifact>;

/** A file that an engine's history lists for an output node. */
export const OutputFile = z.object({
  node: z.string(),
  /** The key it was reported under: `images`, `gifs`, `audio`, `video` … */
  slot: z.string(),
  filename: z.string(),
  subfolder: z.string(),
  type: z.enum(['output', 'temp', 'input']),
});
export type OutputFile = z.infer<typeof OutputFile>;
/** What an output node reported as text instead of a file. */
export const OutputText = z.object({ node: z.string(), text: z.string() });
export type OutputText = z.infer<typeof OutputText>;
