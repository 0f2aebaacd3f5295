import { AudioLines, FileText, Film } from 'lucide-react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { ArtifactKind } from '../../../shared/artifact.ts';
import type { GalleryItem } from '../../../shared/contract.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import classes from './PictureWall.module.css';
import { pictureName } from './picture-name.ts';

const marks: Record<Exclude<ArtifactKind, 'image'>, typeof Film> = {
  video: Film,
  audio: AudioLines,
  text: FileText,
  file: FileText,
};

interface GalleryTileProps {
  item: GalleryItem;
  /** In px. */
  width: number;
  height: number;
  /** One tile of the wall is in the Tab order; arrows reach the others. */
  isFocusable: boolean;
  onFocus: () => void;
}

/** One picture on the wall. */
export function GalleryTile({ item, width, height, isFocusable, onFocus }: GalleryTileProps) {
  const { t, of } = useWords();
  const { artifact } = item;
  const template = useHearth((state) => state.templates[artifact.template]);
  const name = pictureName(item, template, of);
  const Mark = artifact.kind === 'image' ? null : marks[artifact.kind];
  return (
    <a
      className={classes.tile}
      style={{ width, height }}
      href={placeOf({ screen: 'gallery', id: artifact.id })}
      tabIndex={isFocusable ? 0 : -1}
      data-picture={artifact.id}
      aria-label={name}
      onFocus={onFocus}
    >
      {Mark ? (
        <span className={classes.other}>
          <Mark size={28} aria-hidden />
          {artifact.name}
        </span>
      ) : (
        <img src={artifactUrl(artifact.id)} alt="" loading="lazy" decoding="async" width={width} height={height} />
      )}
      <span className={classes.caption}>{name}</span>
      {artifact.isPartial && <span className={classes.partial}>{t('gallery.partial')}</span>}
    </a>
  );
}
