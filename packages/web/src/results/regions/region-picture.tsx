import { asLine, type FileInput } from '@tryout/engine';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { usePicture, type PictureSize } from '../../lib/pictures.ts';
import { NoPicture } from '../media/image.tsx';
import styles from './regions.module.css';

interface RegionPictureProps {
  readonly image: FileInput;
  /** Stretched over the picture. */
  overlay(size: PictureSize): ReactNode;
}

/** The input picture with an overlay; never taller than the window. */
export function RegionPicture({ image, overlay }: RegionPictureProps) {
  const picture = usePicture(image);
  if (picture.status === 'loading') return <div className={classes(styles.place, styles.room)} />;
  if (picture.status === 'refused')
    return (
      <div>
        <NoPicture name={image.name} file={image} size={picture.size} />
      </div>
    );
  const { url, size, onError } = picture;
  const { width, height } = size;
  return (
    <div className={styles.place}>
      <div
        className={styles.picture}
        style={{
          aspectRatio: `${width} / ${height}`,
          maxInlineSize: `min(100%, var(--highest) * ${width / height})`,
        }}
      >
        <img src={url} alt={asLine(image.name)} onError={onError} />
        {overlay(size)}
      </div>
    </div>
  );
}
