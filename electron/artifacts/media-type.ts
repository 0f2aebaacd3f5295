import type { ArtifactKind } from '../../shared/artifact.ts';

/**
 * Types by file ending. What a browser would run as a page or script (HTML, SVG, XML) is not here: engines are not trusted to put
 * such things under Hearth's own address.
 */
const types: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['apng', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['avif', 'image/avif'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
  ['mkv', 'video/x-matroska'],
  ['flac', 'audio/flac'],
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/ogg'],
  ['ogg', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['m4a', 'audio/mp4'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['srt', 'text/plain'],
  ['json', 'application/json'],
  ['glb', 'model/gltf-binary'],
]);

/** The ending of a file name in small letters, without the dot; '' for none, or one that is too strange to keep. Pure. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,12})$/.exec(name.toLowerCase())?.[1] ?? '';

/** The type of a file by its ending. Pure. */
export const mimeOfEnding = (ending: string): string => types.get(ending) ?? 'application/octet-stream';

/** What kind of artifact a type is. Pure. */
export const kindOfMime = (mime: string): ArtifactKind => {
  const [group] = mime.split('/');
  if (group === 'image' || group === 'video' || group === 'audio' || group === 'text') return group;
  return mime === 'application/json' ? 'text' : 'file';
};
