import { Button, Select } from '@mantine/core';
import { Images } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go, useView } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './GalleryScreen.module.css';
import { filterByTemplate, useGallery } from './gallery-store.ts';
import { PictureViewer } from './PictureViewer.tsx';
import { PictureWall } from './PictureWall.tsx';

/** Every picture, newest first, by day; one of them large with everything that is known about it. */
export function GalleryScreen() {
  const { t, of, format } = useWords();
  const items = useGallery((state) => state.items);
  const total = useGallery((state) => state.total);
  const template = useGallery((state) => state.template);
  const isKnown = useGallery((state) => state.isKnown);
  const error = useGallery((state) => state.error);
  const templates = useHearth((state) => state.templates);
  const opened = useView((view) => (view.place.screen === 'gallery' ? view.place.id : null));
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('frame.screens.gallery')}</h1>
        {total > 0 && <span className={classes.dim}>{t('gallery.count', { count: total, n: format.number(total) })}</span>}
        <Select
          className={classes.filter ?? ''}
          aria-label={t('gallery.template')}
          placeholder={t('gallery.allTemplates')}
          data={Object.values(templates).map(({ id, title }) => ({ value: id, label: of(title) }))}
          value={template}
          clearable
          clearButtonProps={{ 'aria-label': t('gallery.allTemplates') }}
          onChange={filterByTemplate}
        />
      </header>
      {error !== null && <ErrorNotice error={error} />}
      {items.length > 0 ? (
        <PictureWall items={items} opened={opened} />
      ) : (
        isKnown &&
        (template === null ? (
          <EmptyState
            icon={<Images size={36} />}
            title={t('gallery.empty')}
            hint={t('gallery.emptyHint')}
            action={<Button onClick={() => go('generate')}>{t('gallery.toGenerate')}</Button>}
          />
        ) : (
          <EmptyState
            icon={<Images size={36} />}
            title={t('gallery.nothingMatches')}
            action={
              <Button variant="default" onClick={() => filterByTemplate(null)}>
                {t('gallery.showAll')}
              </Button>
            }
          />
        ))
      )}
      {opened !== null && isKnown && <PictureViewer key="viewer" id={opened} items={items} />}
    </div>
  );
}
