import { asLine, pictureFacts, type Media } from '@tryout/engine';
import { ImageOff, Maximize2, Minimize2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useResize } from '../../lib/dom-hooks.ts';
import { usePicture, type Picture, type PictureSize } from '../../lib/pictures.ts';
import { IconButton } from '../../ui/button.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Facts } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import styles from './media.module.css';

/** A generated picture. */
export function Image({ view: { media } }: ResultProps<'image'>) {
  const picture = usePicture(useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]));
  if (picture.status === 'loading') return <div className={styles.placeholder} />;
  if (picture.status === 'refused') {
    const file = { contentType: media.contentType, size: media.bytes.length };
    return <NoPicture name="The image" file={file} size={picture.size} />;
  }
  return <ShownImage media={media} picture={picture} />;
}

interface NoPictureProps {
  readonly name: string;
  readonly file: { readonly contentType: string; readonly size: number };
  readonly size: PictureSize | undefined;
}

/** Replaces a picture that cannot be shown. */
export function NoPicture({ name, file, size }: NoPictureProps) {
  return (
    <p className={styles.missing}>
      <ImageOff aria-hidden="true" size={24} />
      <span>
        {asLine(name)} ({pictureFacts(file, size).join(', ')}) cannot be shown here
      </span>
    </p>
  );
}

interface ShownImageProps {
  readonly media: Media;
  readonly picture: Extract<Picture, { readonly status: 'shown' }>;
}

/** A picture scaled to the available space, with a button for its actual size. */
function ShownImage({ media, picture: { url, size, onError } }: ShownImageProps) {
  const { width, height } = size;
  const image = useRef<HTMLImageElement>(null);
  const [isActual, setActual] = useState(false);
  const [isSmaller, setSmaller] = useState(false);
  useResize(image, ({ clientWidth }) => setSmaller(clientWidth < width - 1));
  const isReduced = isSmaller || isActual;
  const Icon = isActual ? Minimize2 : Maximize2;
  const toggle = () => setActual(!isActual);
  return (
    <figure className={styles.figure}>
      <ScrollBox aria-label="Image" className={classes(styles.frame, isActual && styles.actual)}>
        <img
          ref={image}
          src={url}
          width={width}
          height={height}
          alt="Generated image"
          className={classes(styles.image, isReduced && styles.larger)}
          onError={onError}
          onClick={isReduced ? toggle : undefined}
        />
      </ScrollBox>
      <figcaption className={styles.caption}>
        <Facts facts={pictureFacts(media, size)} />
        {isReduced && <IconButton label="Actual size" icon={Icon} aria-pressed={isActual} onClick={toggle} />}
      </figcaption>
    </figure>
  );
}
