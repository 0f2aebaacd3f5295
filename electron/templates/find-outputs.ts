import type { ArtifactKind } from '../../shared/artifact.ts';
import type { ImportInspection } from '../../shared/template.ts';
import type { Exact } from '../lib/exact-json.ts';
import { type GraphNode, nodesOf, titleOf } from './graph.ts';
import type { ClassTable } from './templates.ts';

const kinds: readonly (readonly [RegExp, ArtifactKind])[] = [
  [/video|webm|mp4/i, 'video'],
  [/audio|mp3|flac|opus|wav/i, 'audio'],
  [/latent|glb|gltf|3d|mesh|splat|svg|checkpoint|lora|clipsave|vaesave|modelsave|embedding/i, 'file'],
  [/text|string|previewany/i, 'text'],
];

const kindOf = ({ class_type, inputs }: GraphNode): ArtifactKind => {
  const [, kind] = kinds.find(([pattern]) => pattern.test(class_type)) ?? [];
  if (kind) return kind;
  return 'images' in inputs || 'image' in inputs || /image|png|jpe?g|webp|gif/i.test(class_type) ? 'image' : 'file';
};

/** Output nodes that report text, which needs no file to be kept. */
const isTextReport = (type: string): boolean => /^(PreviewAny|ShowText\b.*)$/.test(type);

/** What of a graph can be kept: nodes that save files under a prefix, and those that report text. Pure. */
export const findOutputs = (graph: { [id: string]: Exact }, table: ClassTable | null): ImportInspection['outputs'] =>
  nodesOf(graph).flatMap(([id, node]) => {
    const isOutput = table?.get(node.class_type)?.isOutput ?? true;
    const isKept = (isOutput && Object.hasOwn(node.inputs, 'filename_prefix')) || isTextReport(node.class_type);
    return isKept ? [{ node: id, kind: kindOf(node), class: node.class_type, nodeTitle: titleOf(node).slice(0, 120) }] : [];
  });

/** Ids of nodes that only show something. Pure. */
export const findPreviews = (graph: { [id: string]: Exact }, outputs: ImportInspection['outputs']): string[] => {
  const kept = new Set(outputs.map(({ node }) => node));
  return nodesOf(graph).flatMap(([id, node]) => (/^Preview/.test(node.class_type) && !kept.has(id) ? [id] : []));
};
