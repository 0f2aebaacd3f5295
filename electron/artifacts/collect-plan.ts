import type { OutputFile } from '../../shared/artifact.ts';
import { artifactId } from './artifact-id.ts';
import type { CollectRequest } from './artifacts.ts';

/** One artifact to be: its identity, and where its bytes are. */
export interface Planned {
  id: string;
  node: string;
  /** Place among the node's files; texts come after them. */
  index: number;
  /** Number within the attempt, from 1; null when there is no other. */
  number: number | null;
  from: { file: OutputFile } | { text: string };
}

/** Gives everything an attempt made its identity, in order. A file that a node lists twice counts once. Pure. */
export const planCollection = ({ attemptId, files, texts }: Pick<CollectRequest, 'attemptId' | 'files' | 'texts'>): Planned[] => {
  const distinct = new Map(files.map((file) => [JSON.stringify([file.node, file.type, file.subfolder, file.filename]), file]));
  const sources = [
    ...[...distinct.values()].map((file) => ({ node: file.node, from: { file } })),
    ...texts.map(({ node, text }) => ({ node, from: { text } })),
  ];
  const places = new Map<string, number>();
  return sources.map(({ node, from }, order) => {
    const index = places.get(node) ?? 0;
    places.set(node, index + 1);
    return { id: artifactId(attemptId, node, index), node, index, number: sources.length > 1 ? order + 1 : null, from };
  });
};
