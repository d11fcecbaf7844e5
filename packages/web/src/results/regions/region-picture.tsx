import { asLine, type FileInput } from '@tryout/engine';
import { type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Absent, usePicture } from '../media/picture.tsx';
import styles from './regions.module.css';

/** The size of a picture, in pixels. */
export interface PictureExtent {
  readonly width: number;
  readonly height: number;
}

interface RegionPictureProps {
  readonly image: FileInput;
  /** What lies over the picture; stretched over all of it. */
  overlay(extent: PictureExtent): ReactNode;
}

/** A picture is shown three times as large at most, a tiny one at least so many pixels wide. */
const MOST_TIMES = 3;
const LEAST = 240;

/** The person's picture with parts marked on it; at most as high as the window shows at once. */
export function RegionPicture({ image, overlay }: RegionPictureProps) {
  const picture = usePicture(image);
  const [broken, setBroken] = useState<string>();
  if (picture.status === 'loading') return <div className={classes(styles.place, styles.room)} />;
  if (picture.status === 'refused' || broken === picture.url)
    return (
      <div>
        <Absent
          name={image.name}
          file={image}
          {...(picture.status === 'refused' && picture.known ? { known: picture.known } : {})}
        />
      </div>
    );
  const { url, width, height } = picture;
  return (
    <div className={styles.place}>
      <div
        className={styles.picture}
        style={{
          aspectRatio: `${width} / ${height}`,
          maxInlineSize: `min(100%, ${Math.max(LEAST, width * MOST_TIMES)}px, var(--highest) * ${width / height})`,
        }}
      >
        <img
          src={url}
          alt={asLine(image.name)}
          className={classes(width * MOST_TIMES < LEAST && styles.tiny)}
          onError={() => setBroken(url)}
        />
        {overlay({ width, height })}
      </div>
    </div>
  );
}
