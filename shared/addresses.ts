import { z } from 'zod';

/** Relative addresses that both hosts serve. Bytes never travel through the contract: pages fetch them from here. */

/** A stored output; immutable. `isDownload` makes the browser save it under its readable name. */
export const artifactUrl = (id: string, isDownload = false): string =>
  `/artifacts/${encodeURIComponent(id)}${isDownload ? '?download=1' : ''}`;

/** The newest live preview of an attempt; never cached. */
export const previewUrl = (attemptId: string): string => `/previews/${encodeURIComponent(attemptId)}`;

/** A file that was given as a value. */
export const inputUrl = (value: string): string => `/inputs/${encodeURIComponent(value)}`;

/**
 * `POST` the raw bytes of a picture here, its name percent-encoded in `fileNameHeader`. 200 answers `InputStored`, anything else
 * a WireError.
 */
export const inputsUrl = '/inputs';
export const fileNameHeader = 'x-file-name';

/**
 * `POST` the raw bytes of a log file here, its name percent-encoded in `fileNameHeader`. 200 answers `LogAnswer`, anything else a
 * WireError. What is known besides the log goes into the query as `outcome`, `exit`, `signal`, `version`.
 */
export const logsUrl = '/logs';

/** Largest log that is read. */
export const maxLogBytes = 2 * 1024 * 1024 * 1024;

/** Largest picture that can be given as a value. */
export const maxInputBytes = 100 * 1024 * 1024;

/** Answer to a stored input: `value` is what the parameter of type `image` takes. */
export const InputStored = z.object({ value: z.string(), name: z.string(), bytes: z.int().nonnegative() });
export type InputStored = z.infer<typeof InputStored>;
