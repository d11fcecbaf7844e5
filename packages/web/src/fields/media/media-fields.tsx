import { imageFacts, visibleLine, size, type FileInput, type MediaFieldKind } from '@tryout/engine';
import { AudioLines, Camera, Image, Mic } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { toBlob } from '../../lib/blobs.ts';
import { useLoaded } from '../../lib/hooks.ts';
import { useImage } from '../../lib/images.ts';
import { Button } from '../../ui/button.tsx';
import { loadOnUse, FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame } from '../../ui/inputs.tsx';
import { SoundPlayer } from '../../ui/sound-player.tsx';
import { type FieldProps, getFieldIds, useReading, useUndoRemove } from '../field.tsx';
import { FileBox } from '../file/file-box.tsx';
import { readMediaFile } from '../file/files.ts';
import styles from './media.module.css';

/** Previews the image with `<img>` only. */
export function ImageField(props: FieldProps<'image'>) {
  const { field, value } = props;
  const image = useImage(value);
  const size = image.status === 'loading' ? undefined : image.size;
  return (
    <MediaField props={props as FieldProps<MediaFieldKind>} facts={value ? imageFacts(value, size) : []}>
      {value && (
        <div className={styles.preview}>
          {image.status === 'refused' && (
            <p className={styles.reason}>This image cannot be previewed. It will be sent unchanged.</p>
          )}
          {image.status === 'shown' && (
            <img
              src={image.url}
              alt={`${field.label}: ${visibleLine(value.name)}`}
              className={styles.image}
              onError={image.onError}
            />
          )}
        </div>
      )}
    </MediaField>
  );
}

export function AudioField(props: FieldProps<'audio'>) {
  const { field, value } = props;
  const { value: blob } = useLoaded(value, toBlob);
  return (
    <MediaField
      props={props as FieldProps<MediaFieldKind>}
      facts={value ? [value.contentType, size(value.size)] : []}
    >
      {value && (
        <div className={styles.soundPreview}>
          <SoundPlayer blob={blob} label={`${field.label}: ${visibleLine(value.name)}`} />
        </div>
      )}
    </MediaField>
  );
}

const kinds = {
  image: {
    what: 'image',
    icon: Image,
    className: styles.box,
    recordLabel: 'Use camera',
    recordIcon: Camera,
    Recorder: loadOnUse(() => import('./webcam.tsx')),
  },
  audio: {
    what: 'audio file',
    icon: AudioLines,
    className: styles.audioBox,
    recordLabel: 'Record',
    recordIcon: Mic,
    Recorder: loadOnUse(() => import('./microphone.tsx')),
  },
};

interface MediaFieldProps {
  readonly props: FieldProps<MediaFieldKind>;
  readonly facts: readonly string[];
  readonly children: ReactNode;
}

/** An image or audio file that is chosen, dropped, pasted or recorded. */
function MediaField({ props, facts, children }: MediaFieldProps) {
  const { name, field, value, disabled, onChange } = props;
  const { what, icon, className, recordLabel, recordIcon, Recorder } = kinds[field.kind];
  const ids = getFieldIds(name);
  const undo = useUndoRemove<FileInput | undefined>({ name, current: value, disabled, onUndo: onChange });
  const { read, isReading, error, setError } = useReading(name, value);
  // Until the field gets another value.
  const [recorder, setRecorder] = useState<{ readonly value: FileInput | undefined }>();
  const isRecording = recorder !== undefined && recorder.value === value;
  if (recorder && !isRecording) setRecorder(undefined);

  function closeRecorder(): void {
    flushSync(() => setRecorder(undefined));
    document.getElementById(ids.input)?.focus();
  }
  function readMedia(source: File | Promise<File>): void {
    read(async () => {
      const file = await source;
      return readMediaFile(file, file.name, field.kind);
    }, onChange);
  }

  return (
    <InputFrame label={field.label} htmlFor={ids.input}>
      {isRecording ? (
        <Recorder
          id={ids.input}
          onRecord={(file) => {
            readMedia(file);
            closeRecorder();
          }}
          onClose={closeRecorder}
        />
      ) : (
        <FileBox
          name={name}
          accept={`${field.kind}/*`}
          what={what}
          icon={icon}
          className={className}
          fileName={value?.name}
          facts={value ? facts : []}
          isReading={isReading}
          disabled={disabled}
          isInvalid={error !== undefined}
          onFile={readMedia}
          onError={setError}
          onRemove={() => {
            onChange(undefined);
            undo.remember(value, undefined);
          }}
          actions={
            <>
              <Button icon={recordIcon} disabled={disabled} onClick={() => setRecorder({ value })}>
                {recordLabel}
              </Button>
              {undo.button}
            </>
          }
        >
          {value && children}
        </FileBox>
      )}
      {error !== undefined && !isRecording && <FailureNote id={ids.note} error={error} />}
    </InputFrame>
  );
}
