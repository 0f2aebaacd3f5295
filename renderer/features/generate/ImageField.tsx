import { Button, CloseButton, Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { inputUrl } from '../../../shared/addresses.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { ControlProps } from './FieldFrame.tsx';
import classes from './form.module.css';
import { storeInput } from './store-input.ts';

interface ImageFieldProps {
  control: ControlProps;
  /** The stored input, or empty. */
  value: string;
  label: string;
  /** Whether a picture pasted anywhere on the page is meant for this field. */
  takesPastes: boolean;
  onChange: (value: string) => void;
}

const pictureOf = (items: DataTransfer | null): File | undefined =>
  Array.from(items?.files ?? []).find((file) => file.type.startsWith('image/'));

/** A picture that goes into the graph: dropped, pasted or picked. Its bytes go to Hearth's store at once. */
export function ImageField({ control, value, label, takesPastes, onChange }: ImageFieldProps) {
  const { t, say } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  /** Counts choices: what an earlier one brings late is no longer wanted. */
  const turn = useRef(0);
  const [sending, setSending] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isOver, setIsOver] = useState(false);
  const [name, setName] = useState('');

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return setRefusal(t('generate.imageNone'));
    const mine = ++turn.current;
    setSending(file.name);
    setRefusal(null);
    try {
      const stored = await storeInput(file);
      if (mine !== turn.current) return;
      setName(stored.name);
      onChange(stored.value);
    } catch (error) {
      if (mine !== turn.current) return;
      setRefusal(error);
    }
    setSending(null);
  };
  const clear = (): void => {
    turn.current++;
    setSending(null);
    onChange('');
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(pictureOf(event.dataTransfer));
  };
  useWindowEvent('paste', (event) => {
    const file = takesPastes ? pictureOf(event.clipboardData) : undefined;
    if (!file) return;
    event.preventDefault();
    void take(file);
  });

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard; dropping needs a mouse anyway */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-filled={value !== '' || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        {value !== '' && <img src={inputUrl(value)} alt={t('generate.chosenImage', { label })} className={classes.dropped} />}
        <div className={classes.dropSide}>
          {value !== '' && name !== '' && <span className={classes.fileName}>{name}</span>}
          <Button
            {...control}
            variant="default"
            leftSection={sending === null ? <ImagePlus size={14} aria-hidden /> : <Loader size={12} />}
            onClick={() => picker.current?.click()}
          >
            {sending !== null
              ? t('generate.imageSending', { name: sending })
              : t(value === '' ? 'generate.imagePick' : 'generate.imageReplace')}
          </Button>
          <span className={classes.hint}>{t('generate.imageHint')}</span>
        </div>
        {value !== '' && (
          <CloseButton size="sm" className={classes.dropClear} aria-label={t('generate.imageClear', { label })} onClick={clear} />
        )}
        <input
          ref={picker}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void take(file);
          }}
        />
      </div>
      {refusal !== null && (
        <p className={classes.problem} role="alert">
          {typeof refusal === 'string' ? refusal : say(refusal)}
        </p>
      )}
    </>
  );
}
