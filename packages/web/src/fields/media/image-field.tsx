import { pictureFacts, visibleLine } from '@tryout/engine';
import { classes } from '../../lib/classes.ts';
import { enlargement, usePicture, type Picture } from '../../lib/pictures.ts';
import type { FieldProps } from '../field-props.ts';
import { MediaField } from './media-field.tsx';
import styles from './media.module.css';

export function ImageField(props: FieldProps<'image'>) {
  const { field, value } = props;
  const picture = usePicture(value);
  const size = picture.status === 'loading' ? undefined : picture.size;
  return (
    <MediaField props={props as FieldProps<'image' | 'audio'>} facts={value ? pictureFacts(value, size) : []}>
      {value && <PicturePreview picture={picture} alt={`${field.label}: ${visibleLine(value.name)}`} />}
    </MediaField>
  );
}

const refusals = {
  large: 'This image is too large to preview.',
  unreadable: 'This image cannot be previewed.',
  undecodable: 'Your browser cannot show this image.',
};

/** Uses `<img>` only (F29). */
function PicturePreview({ picture, alt }: { readonly picture: Picture; readonly alt: string }) {
  const times = picture.status === 'shown' ? enlargement(picture.size) : 1;
  return (
    <div className={styles.preview}>
      {picture.status === 'refused' && (
        <p className={styles.reason}>{refusals[picture.reason]} It will be sent unchanged.</p>
      )}
      {picture.status === 'shown' && (
        <img
          src={picture.url}
          alt={alt}
          className={classes(styles.picture, times > 1 && styles.tiny)}
          style={times > 1 ? { width: `${picture.size.width * times}px` } : undefined}
          onError={picture.onError}
        />
      )}
    </div>
  );
}
