import { duration, size, visibleLine, type FileInput } from '@tryout/engine';
import { useState } from 'react';
import { blobOf } from '../../lib/blobs.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { SoundPlayer } from '../../lib/ui/sound-player.tsx';
import type { FieldProps } from '../field-props.ts';
import { MediaField } from './media-field.tsx';
import styles from './media.module.css';

export function AudioField(props: FieldProps<'audio'>) {
  const { field, value } = props;
  const { value: blob } = useLoaded(value, blobOf);
  const [failed, setFailed] = useState<Blob>();
  const [measured, setMeasured] = useState<{ readonly file: FileInput; readonly seconds: number }>();
  const seconds = measured && measured.file === value ? [duration(measured.seconds)] : [];
  const label = `${field.label}: ${visibleLine(value?.name ?? '')}`;
  return (
    <MediaField
      props={props as FieldProps<'image' | 'audio'>}
      facts={value ? [value.contentType, ...seconds, size(value.size)] : []}
    >
      {value && (
        <div className={styles.soundPreview}>
          {blob && blob === failed && (
            <p className={styles.reason}>Your browser cannot play this file. It will be sent unchanged.</p>
          )}
          {blob && blob !== failed && (
            <SoundPlayer
              key={label}
              blob={blob}
              label={label}
              onDuration={(next) => setMeasured({ file: value, seconds: next })}
              onFailure={() => setFailed(blob)}
            />
          )}
        </div>
      )}
    </MediaField>
  );
}
