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
  /** Where the bytes are now. */
  file: string;
  /** They stand under their readable name already. */
  isNamed: boolean;
  /** Ending of the engine's own file, for what is no picture. */
  ending: string;
}

/** A file on its way to its readable name. */
interface Move {
  from: string;
  to: string;
  /** Whether a cut file of its kind is recognised: only such a one may have its name before the disk has its bytes. */
  isProvable: boolean;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What a file is. Throws ArtifactMissing for a picture that is none, or was not written to its end. */
const identify = ({
  content,
  ending,
  planned,
}: Written): Pick<CollectedFile, 'mime' | 'kind' | 'width' | 'height'> & { ending: string; isProvable: boolean } => {
  const header = readImageHeader(content.head);
  if (header && !isWholeImage(header.format, content.head, content.tail, content.bytes)) {
    throw new ArtifactMissing('outputCutOff', { node: planned.node, bytes: content.bytes });
  }
  const mime = header?.mime ?? mimeOfEnding(ending);
  const kind = kindOfMime(mime);
  const isEmptyMedia = content.bytes === 0 && kind !== 'text' && kind !== 'file';
  if (isEmptyMedia || (header === null && /^image\/(png|jpeg|webp|gif|bmp)$/.test(mime))) {
    throw new ArtifactMissing('outputOtherKind', { node: planned.node, kind: ending.toUpperCase() });
  }
  const { width = null, height = null } = header?.size ?? {};
  // Of the others a cut one may look whole.
  const isProvable = header?.format === 'png' || header?.format === 'jpg';
  return { mime, kind, width, height, ending: header?.format ?? ending, isProvable };
};

/** Waits for all, then throws what the first to fail threw: nothing is removed while something is still at work on it. */
const settleAll = async (acts: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(acts);
  await Promise.all(acts);
};

/** Copies the outputs of attempts into `<data>/artifacts/<year>/<month>/<day>/`. */
export const createLocalStore = (dataDir: string, files: StoreFiles) => {
  const ownDevice = createOwnVolume(dataDir);
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
      return { planned, content, file: part, isNamed: false, ending: 'txt' };
    }
    const ending = endingOf(from.file.filename);
    const device = source.folders && (await ownDevice(source.folders[from.file.type]));
    try {
      const content = await writeContent(files, readSource(from.file, source, device), part, folder);
      return { planned, content, file: part, isNamed: false, ending };
    } catch (error) {
      if (!(error instanceof ArtifactMissing)) throw error;
      const stored = await alreadyStored(folder, id);
      if (stored === undefined) throw error;
      const content = await readContent(readFileChunks(stored, null));
      return { planned, content, file: stored, isNamed: true, ending: endingOf(stored) };
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
    await removeAll(written.flatMap(({ file, isNamed }) => (isNamed ? [] : [file])));
    throw failures[0];
  };

  const removeAll = async (paths: string[]): Promise<void> => {
    for (const path of paths) await files.remove(path).catch(() => undefined);
  };

  /**
   * Gives every part its readable name, and the disk its bytes and names at once: a journal that is written after both writes them
   * together. All or nothing: what was named before a failure goes again. Its row comes after; a file that has its name and no row is
   * taken for stored by the next try, so what cannot prove that it is whole reaches the disk first.
   */
  const nameAll = async (moves: readonly Move[], folder: string): Promise<void> => {
    const made: string[] = [];
    try {
      for (const { from, to, isProvable } of moves) {
        if (from === to) continue;
        if (!isProvable) await files.syncFile(from);
        const wasThere = await files.isThere(to);
        await files.rename(from, to);
        if (!wasThere) made.push(to);
      }
      await settleAll(moves.length === 0 ? [] : [...moves.map(({ to }) => files.syncFile(to)), files.syncFolder(folder)]);
    } catch (error) {
      await removeAll([...made, ...moves.flatMap(({ from, to }) => (from === to ? [] : [from]))]);
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
      const parts = written.flatMap(({ file, isNamed }) => (isNamed ? [] : [file]));
      try {
        const collected = written.map((one): { row: CollectedFile; move: Move } => {
          const { planned, content, file, isNamed } = one;
          const { ending, isProvable, ...facts } = identify(one);
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
          const row = { id, jobId, attemptId, template, node, index, ...facts, name, path, sha256, bytes, isPartial };
          return { row, move: { from: file, to: isNamed ? file : join(folder, name), isProvable } };
        });
        await nameAll(
          collected.map(({ move }) => move),
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
