import { size, visibleLine } from '@tryout/engine';
import { toBlob } from '../../lib/blobs.ts';
import { SoundPlayer } from '../../ui/sound-player.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import type { FieldProps } from '../field-props.ts';
import { MediaField } from './media-field.tsx';
import styles from './media.module.css';

export function AudioField(props: FieldProps<'audio'>) {
  const { field, value } = props;
  const { value: blob } = useLoaded(value, toBlob);
  return (
    <MediaField
      props={props as FieldProps<'image' | 'audio'>}
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
