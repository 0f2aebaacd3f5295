import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtifactMissing, type CollectedFile, type CollectRequest, type OutputSource } from './artifacts.ts';
import { type Planned, planCollection } from './collect-plan.ts';
import { dayFolder, fileName } from './file-name.ts';
import { isWholeImage, readImageHeader } from './image-header.ts';
import { endingOf, kindOfMime, mimeOfEnding } from './media-type.ts';
import { createOwnVolume } from './own-volume.ts';
import { readFileChunks, readSource } from './read-source.ts';
import { storageFault } from './storage-fault.ts';
import type { StoreFiles } from './store-files.ts';
import { type Content, readContent, writeContent } from './write-content.ts';

/** Files copied at the same time: enough to overlap the waits for the disk. */
const atOnce = 4;

/** The part of a file's name that belongs to it alone. */
const codeOfId = (id: string): string => id.replaceAll('-', '').slice(0, 10);

interface Written {
  planned: Planned;
  content: Content;
  /** Where the bytes are now; null when they already stand under their name. */
  part: string | null;
  /** Ending of the engine's own file, for what is no picture. */
  ending: string;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What a file is. Throws ArtifactMissing for a picture that is none, or was not written to its end. */
const identify = ({
  content,
  ending,
  planned,
}: Written): Pick<CollectedFile, 'mime' | 'kind' | 'width' | 'height'> & { ending: string } => {
  const header = readImageHeader(content.head);
  if (header && !isWholeImage(header.format, content.head, content.tail, content.bytes)) {
    throw new ArtifactMissing(`a picture of node ${planned.node} is cut off after ${content.bytes} bytes`);
  }
  const mime = header?.mime ?? mimeOfEnding(ending);
  const kind = kindOfMime(mime);
  const isEmptyMedia = content.bytes === 0 && kind !== 'text' && kind !== 'file';
  if (isEmptyMedia || (header === null && /^image\/(png|jpeg|webp|gif|bmp)$/.test(mime))) {
    throw new ArtifactMissing(`a file of node ${planned.node} is no ${ending.toUpperCase()} inside`);
  }
  const { width = null, height = null } = header?.size ?? {};
  return { mime, kind, width, height, ending: header?.format ?? ending };
};

/** Waits for all, then throws what the first to fail threw: nothing is removed while something is still at work on it. */
const settleAll = async (acts: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(acts);
  await Promise.all(acts);
};

/** Copies the outputs of attempts into `<data>/artifacts/<year>/<month>/<day>/`. */
export const createLocalStore = (dataDir: string, files: StoreFiles) => {
  const isOnOwnVolume = createOwnVolume(dataDir);
  /** An earlier run of this collection has stored the file already, and the engine's own is gone. */
  const alreadyStored = async (folder: string, id: string): Promise<string | undefined> => {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((known) => known.includes(`_${codeOfId(id)}.`) || known.endsWith(`_${codeOfId(id)}`));
    return name === undefined ? undefined : join(folder, name);
  };

  const fetchOne = async (planned: Planned, source: OutputSource, folder: string): Promise<Written> => {
    const { from, id } = planned;
    const part = join(folder, `.${id}.part`);
    if ('text' in from) {
      const content = await writeContent(files, once(Buffer.from(from.text)), part, folder);
      return { planned, content, part, ending: 'txt' };
    }
    const ending = endingOf(from.file.filename);
    const isAtHand = source.folders !== null && (await isOnOwnVolume(source.folders[from.file.type]));
    try {
      return { planned, content: await writeContent(files, readSource(from.file, source, isAtHand), part, folder), part, ending };
    } catch (error) {
      if (!(error instanceof ArtifactMissing)) throw error;
      const stored = await alreadyStored(folder, id);
      if (stored === undefined) throw error;
      return { planned, content: await readContent(readFileChunks(stored, true)), part: null, ending: endingOf(stored) };
    }
  };

  /** Fetches all, a few at a time. On the first failure nothing new is begun, what runs is awaited, and that failure is thrown. */
  const fetchAll = async (plan: Planned[], source: OutputSource, folder: string): Promise<Written[]> => {
    const written: Written[] = [];
    const failures: unknown[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let planned = plan[next++]; planned !== undefined && failures.length === 0; planned = plan[next++]) {
        try {
          written.push(await fetchOne(planned, source, folder));
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, plan.length) }, work));
    if (failures.length === 0) return written.sort((a, b) => plan.indexOf(a.planned) - plan.indexOf(b.planned));
    await removeAll(written.flatMap(({ part }) => (part === null ? [] : [part])));
    throw failures[0];
  };

  const removeAll = async (paths: string[]): Promise<void> => {
    for (const path of paths) await files.remove(path).catch(() => undefined);
  };

  /**
   * Gives every part its readable name, and the disk its bytes and names at once: a journal that is written after both writes them
   * together. All or nothing: what was named before a failure goes again. Nobody reads a file before its row is there, which comes after.
   */
  const nameAll = async (moves: { from: string; to: string }[], folder: string): Promise<void> => {
    const made: string[] = [];
    try {
      for (const { from, to } of moves) {
        const wasThere = await files.isThere(to);
        await files.rename(from, to);
        if (!wasThere) made.push(to);
      }
      await settleAll(moves.length === 0 ? [] : [...moves.map(({ to }) => files.syncFile(to)), files.syncFolder(folder)]);
    } catch (error) {
      await removeAll([...made, ...moves.map(({ from }) => from)]);
      throw storageFault(error, folder);
    }
  };

  return {
    async collect(request: CollectRequest, source: OutputSource): Promise<CollectedFile[]> {
      const day = dayFolder(request.createdAt);
      const folder = join(dataDir, 'artifacts', ...day);
      const plan = planCollection(request);
      if (plan.length === 0) return [];
      try {
        await files.makeFolder(folder);
      } catch (error) {
        throw storageFault(error, folder);
      }
      const written = await fetchAll(plan, source, folder);
      const parts = written.flatMap(({ part }) => (part === null ? [] : [part]));
      try {
        const collected = written.map((one): { row: CollectedFile; part: string | null } => {
          const { planned, content, part } = one;
          const { ending, ...facts } = identify(one);
          const { seed, jobId, attemptId, template, isPartial } = request;
          const title = request.title.trim() === '' ? template : request.title;
          const name = fileName({
            at: request.createdAt,
            title,
            seed,
            number: planned.number,
            code: codeOfId(planned.id),
            ending,
          });
          const { sha256, bytes } = content;
          const path = ['artifacts', ...day, name].join('/');
          const { id, node, index } = planned;
          return { row: { id, jobId, attemptId, template, node, index, ...facts, name, path, sha256, bytes, isPartial }, part };
        });
        await nameAll(
          collected.flatMap(({ row, part }) => (part === null ? [] : [{ from: part, to: join(folder, row.name) }])),
          folder,
        );
        return collected.map(({ row }) => row);
      } catch (error) {
        await removeAll(parts);
        throw error;
      }
    },
  };
};
