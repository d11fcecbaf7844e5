import { duration, type FileInput, size, visibleLine } from '@tryout/engine';
import { AudioLines, Mic } from 'lucide-react';
import { useEffect, useState } from 'react';
import { blobOf, useObjectUrl } from '../../lib/blobs.ts';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { useDevice, useMediaField } from '../file/use-media-field.ts';
import { BringBackButton, RefusalNote } from '../shared/refusal.tsx';
import { Microphone } from './microphone.tsx';
import styles from './media.module.css';

/** A sound: chosen, dropped, pasted, or recorded. */
export function AudioField(props: FieldProps<'audio'>) {
  const { name, field, value, disabled } = props;
  const media = useMediaField(props);
  const [heard, setHeard] = useState<{ readonly file: FileInput; readonly seconds: number }>();
  const ids = fieldIds(name);
  const microphone = useDevice(value, ids.input);
  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      {microphone.isOpen ? (
        <Microphone
          id={ids.input}
          onRecorded={({ blob, name: fileName }) => {
            media.take(blob, fileName);
            microphone.close();
          }}
          onClose={microphone.close}
        />
      ) : (
        <FileBox
          name={name}
          accept="audio/*"
          what="sound"
          icon={AudioLines}
          className={styles.audioBox}
          chosen={value?.name}
          facts={value ? factsOf(value, heard?.file === value ? heard.seconds : undefined) : []}
          isReading={media.isReading}
          disabled={disabled}
          isInvalid={media.refusal !== undefined}
          onFile={(file) => media.take(file, file.name)}
          onRefused={media.refuse}
          onRemove={media.remove}
          actions={
            <>
              <Button disabled={disabled} onClick={microphone.open}>
                <Mic aria-hidden="true" size={16} />
                Record
              </Button>
              <BringBackButton input={ids.input} disabled={disabled} onRestore={media.restore} />
            </>
          }
        >
          {value && (
            <SoundPreview
              file={value}
              label={`${field.label}: ${visibleLine(value.name)}`}
              onDuration={(seconds) => setHeard({ file: value, seconds })}
            />
          )}
        </FileBox>
      )}
      <RefusalNote id={ids.note} refusal={microphone.isOpen ? undefined : media.refusal} />
    </InputFrame>
  );
}

function factsOf(file: FileInput, seconds: number | undefined): string[] {
  return [file.contentType, ...(seconds === undefined ? [] : [duration(seconds)]), size(file.size)];
}

export interface SoundPreviewProps {
  readonly file: FileInput;
  readonly label: string;
  /** @param seconds how long the sound is, once the player knows */
  onDuration(seconds: number): void;
}

/** A player for the sound that was chosen; `<audio>` alone ever opens it (F29). */
export function SoundPreview({ file, label, onDuration }: SoundPreviewProps) {
  const [blob, setBlob] = useState<Blob>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    blobOf(file).then(
      (read) => isWanted && setBlob(read),
      () => isWanted && setBlob(undefined),
    );
    return () => void (isWanted = false);
  }, [file]);
  const url = useObjectUrl(blob);
  return (
    <div className={styles.soundPreview}>
      {url !== undefined && url === failed ? (
        <p className={styles.soundReason}>Your browser cannot play this sound; it is sent as it is.</p>
      ) : (
        <audio
          controls
          src={url}
          aria-label={label}
          className={styles.player}
          preload="metadata"
          onError={() => url !== undefined && setFailed(url)}
          onDurationChange={({ currentTarget: { duration } }) => {
            // Recordings of browsers do not tell theirs.
            if (Number.isFinite(duration)) onDuration(duration);
          }}
        />
      )}
    </div>
  );
}
