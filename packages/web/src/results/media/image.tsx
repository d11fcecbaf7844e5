import { asLine, pictureFacts, type Media } from '@tryout/engine';
import { ImageOff, Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { classes } from '../../lib/classes.ts';
import { enlargement, usePicture, type PictureSize } from '../../lib/pictures.ts';
import { IconButton } from '../../lib/ui/button.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { Facts } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import styles from './media.module.css';

/** A generated picture. */
export function Image({ view: { media } }: ResultProps<'image'>) {
  const source = useMemo(() => {
    const { bytes, contentType } = media;
    return { contentType, size: bytes.length, open: () => new Blob([bytes]).stream() };
  }, [media]);
  const picture = usePicture(source);
  const [failedUrl, setFailedUrl] = useState<string>();
  if (picture.status === 'loading') return <div className={styles.placeholder} />;
  if (picture.status === 'refused' || picture.url === failedUrl)
    return <NoPicture name="The image" file={source} size={picture.size} />;
  const { url, size } = picture;
  return <ShownImage media={media} url={url} size={size} onError={() => setFailedUrl(url)} />;
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
  /** For `<img>` only (F29). */
  readonly url: string;
  readonly size: PictureSize;
  onError(): void;
}

/** A picture scaled to the available space, with a button for its actual size. */
function ShownImage({ media, url, size, onError }: ShownImageProps) {
  const { width, height } = size;
  const image = useRef<HTMLImageElement>(null);
  const [isActual, setActual] = useState(false);
  const times = enlargement(size);
  const isReduced = useIsReduced(image, width) || isActual;
  const Icon = isActual ? Minimize2 : Maximize2;
  const toggle = () => setActual(!isActual);
  const facts = pictureFacts(media, size);
  return (
    <figure className={styles.figure}>
      <ScrollBox
        label="Image at its actual size"
        className={classes(styles.frame, isActual && styles.actual)}
      >
        <img
          ref={image}
          src={url}
          width={width}
          height={height}
          alt="Generated image"
          className={classes(styles.image, isReduced && styles.larger, times > 1 && styles.tiny)}
          style={times > 1 ? { inlineSize: `${width * times}px` } : undefined}
          onError={onError}
          onClick={isReduced ? toggle : undefined}
        />
      </ScrollBox>
      <figcaption className={styles.caption}>
        <Facts facts={times > 1 ? [...facts, `enlarged ${times} times`] : facts} />
        {isReduced && <IconButton label="Actual size" icon={Icon} aria-pressed={isActual} onClick={toggle} />}
      </figcaption>
    </figure>
  );
}

/** Whether a picture is shown smaller than it is. */
function useIsReduced(image: RefObject<HTMLImageElement | null>, width: number): boolean {
  const [isReduced, setReduced] = useState(false);
  useEffect(() => {
    const element = image.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setReduced(element.clientWidth < width - 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [image, width]);
  return isReduced;
}
