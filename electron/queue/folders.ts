import { z } from 'zod';
import type { AttemptRow } from '../db/attempts.ts';
import type { EngineFolders } from '../engine/engines.ts';

const Folders = z.object({ output: z.string(), input: z.string(), temp: z.string() });

/** Where the engine of an attempt keeps its files; null for one on another machine. Pure. */
export const foldersOf = ({ folders_json }: Pick<AttemptRow, 'folders_json'>): EngineFolders | null =>
  folders_json === null ? null : Folders.parse(JSON.parse(folders_json));
