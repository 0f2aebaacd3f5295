import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { GalleryItem } from '../../../shared/contract.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { loadMore, neighbour } from './gallery-store.ts';
import { PictureFacts } from './PictureFacts.tsx';
import { PictureStage } from './PictureStage.tsx';
import classes from './PictureViewer.module.css';
import { pictureName } from './picture-name.ts';

interface PictureViewerProps {
  id: string;
  /** The gallery as read so far: what the arrows walk through. */
  items: readonly GalleryItem[];
}

/** One picture large, its values beside it; the arrows lead to the next and the one before. */
export function PictureViewer({ id, items }: PictureViewerProps) {
  const { t, of } = useWords();
  const here = items.find(({ artifact }) => artifact.id === id);
  const { data, error } = useAsk('artifacts.get', here ? null : { id });
  const item = here ?? (data?.artifact.id === id ? data : undefined);
  const template = useHearth((state) => (item ? state.templates[item.artifact.template] : undefined));
  const newer = neighbour(items, id, -1);
  const older = neighbour(items, id, 1);
  const walk = (to: GalleryItem | undefined): void => {
    if (!to) return;
    // Replaces the address: "back" leads out of the viewer, not through every picture seen.
    window.location.replace(`#/gallery/${encodeURIComponent(to.artifact.id)}`);
    if (!neighbour(items, to.artifact.id, 1)) void loadMore();
  };
  useHotkeys([
    ['ArrowLeft', () => walk(newer)],
    ['ArrowRight', () => walk(older)],
  ]);
  const arrow = (side: 'left' | 'right', to: GalleryItem | undefined) => (
    <Tooltip label={t(side === 'left' ? 'gallery.newer' : 'gallery.older')}>
      <ActionIcon
        className={classes.arrow ?? ''}
        data-side={side}
        size={40}
        radius="xl"
        variant="default"
        disabled={!to}
        aria-label={t(side === 'left' ? 'gallery.newer' : 'gallery.older')}
        onClick={() => walk(to)}
      >
        {side === 'left' ? <ChevronLeft size={20} aria-hidden /> : <ChevronRight size={20} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  const name = item ? pictureName(item, template, of) : t('gallery.picture');
  return (
    <Modal.Root opened fullScreen onClose={() => go('gallery')} padding={0} returnFocus>
      <Modal.Content aria-label={name} className={classes.content ?? ''}>
        <Modal.Body className={classes.body ?? ''}>
          <div className={classes.stage}>
            {item && <PictureStage key={item.artifact.id} artifact={item.artifact} name={name} />}
            {error !== undefined && !item && (
              <div className={classes.error}>
                <ErrorNotice error={error} />
              </div>
            )}
            {arrow('left', newer)}
            {arrow('right', older)}
          </div>
          <aside className={classes.side} aria-label={t('gallery.about')}>
            <Tooltip label={t('common.close')}>
              <ActionIcon
                className={classes.close ?? ''}
                aria-label={t('common.close')}
                onClick={() => go('gallery')}
                data-autofocus
              >
                <X size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
            {item && <PictureFacts item={item} template={template} name={name} />}
          </aside>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
