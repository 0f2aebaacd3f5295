import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type PointerEvent, useRef, useState } from 'react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './PictureViewer.module.css';

interface PictureStageProps {
  artifact: Artifact;
  name: string;
}

/** The thing itself: a picture that fits or shows each of its pixels, a video, a sound, or a text to open. */
export function PictureStage({ artifact, name }: PictureStageProps) {
  const { t } = useWords();
  const url = artifactUrl(artifact.id);
  switch (artifact.kind) {
    case 'image':
      return <ZoomablePicture artifact={artifact} name={name} />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what an engine makes has no captions.
        <video className={classes.fit} src={url} controls loop aria-label={name} />
      );
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what an engine makes has no captions.
        <audio src={url} controls aria-label={name} />
      );
    default:
      return (
        <a className={classes.file} href={url} target="_blank" rel="noreferrer">
          {t('gallery.openFile', { name: artifact.name })}
        </a>
      );
  }
}

/** Fits the stage, or shows every pixel and can then be dragged about. */
function ZoomablePicture({ artifact, name }: PictureStageProps) {
  const { t } = useWords();
  const [isWhole, setIsWhole] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const grip = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  useHotkeys([
    ['Z', () => setIsWhole((was) => !was), { usePhysicalKeys: true }],
    ['0', () => setIsWhole(true)],
    ['1', () => setIsWhole(false)],
  ]);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const { scrollLeft: left, scrollTop: top } = event.currentTarget;
    if (isWhole || event.button !== 0) return;
    grip.current = { x: event.clientX, y: event.clientY, left, top };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!grip.current) return;
    event.currentTarget.scrollTo(
      grip.current.left - (event.clientX - grip.current.x),
      grip.current.top - (event.clientY - grip.current.y),
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging only scrolls; the keys and the switch below do the rest. */}
      <div
        ref={box}
        className={classes.pan}
        data-whole={isWhole || undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          grip.current = null;
        }}
        onDoubleClick={() => setIsWhole(!isWhole)}
      >
        <img
          className={isWhole ? classes.fit : classes.pixels}
          src={artifactUrl(artifact.id)}
          alt={name}
          draggable={isWhole}
          {...(artifact.width && artifact.height ? { width: artifact.width, height: artifact.height } : {})}
        />
      </div>
      {/* No radio buttons: they would take the arrow keys, which lead to the next picture. */}
      <Button.Group className={classes.zoom ?? ''} aria-label={t('gallery.zoom')}>
        <Button variant={isWhole ? 'filled' : 'default'} aria-pressed={isWhole} onClick={() => setIsWhole(true)}>
          {t('gallery.fit')}
        </Button>
        <Button variant={isWhole ? 'default' : 'filled'} aria-pressed={!isWhole} onClick={() => setIsWhole(false)}>
          100 %
        </Button>
      </Button.Group>
    </>
  );
}
