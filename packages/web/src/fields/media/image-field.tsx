import { pictureFacts, visibleLine } from '@tryout/engine';
import { usePicture } from '../../lib/pictures.ts';
import type { FieldProps } from '../field-props.ts';
import { MediaField } from './media-field.tsx';
import styles from './media.module.css';

/** Previews the picture with `<img>` only (F29). */
export function ImageField(props: FieldProps<'image'>) {
  const { field, value } = props;
  const picture = usePicture(value);
  const size = picture.status === 'loading' ? undefined : picture.size;
  return (
    <MediaField props={props as FieldProps<'image' | 'audio'>} facts={value ? pictureFacts(value, size) : []}>
      {value && (
        <div className={styles.preview}>
          {picture.status === 'refused' && (
            <p className={styles.reason}>This image cannot be previewed. It will be sent unchanged.</p>
          )}
          {picture.status === 'shown' && (
            <img
              src={picture.url}
              alt={`${field.label}: ${visibleLine(value.name)}`}
              className={styles.picture}
              onError={picture.onError}
            />
          )}
        </div>
      )}
    </MediaField>
  );
}
