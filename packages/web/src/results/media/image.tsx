import { type Media, pictureFacts } from '@tryout/engine';
import { Maximize2, Minimize2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { Facts } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { Absent, type PictureSource, usePicture } from './picture.tsx';
import styles from './media.module.css';

/** The picture that a model made and what is known of it. */
export function Image({ view: { media } }: ResultProps<'image'>) {
  const source = useMemo(() => sourceOf(media), [media]);
  const picture = usePicture(source);
  const [broken, setBroken] = useState<string>();
  if (picture.status === 'loading') return <div className={styles.room} />;
  if (picture.status === 'refused' || broken === picture.url)
    return (
      <Absent
        name="The picture"
        file={source}
        {...(picture.status === 'refused' && picture.known ? { known: picture.known } : {})}
      />
    );
  return <ShownImage media={media} {...picture} onBroken={() => setBroken(picture.url)} />;
}

export interface ShownImageProps {
  readonly media: Media;
  /** Of an object; only ever for `<img>` (F29). */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  onBroken(): void;
}

/** Pixels: what is smaller can hardly be seen, and is shown so many times as large that it is about this. */
const SEEN = 160;

/** A picture as large as there is room, a tiny one enlarged, or, where it has more pixels, in its actual size. */
export function ShownImage({ media, url, width, height, onBroken }: ShownImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isActual, setActual] = useState(false);
  const times = Math.max(1, Math.floor(SEEN / Math.max(width, height)));
  const hasMore = useIsLarger(image, width) || isActual;
  const Icon = isActual ? Minimize2 : Maximize2;
  const toggle = () => setActual(!isActual);
  return (
    <figure className={styles.figure}>
      <ScrollBox
        label="Picture in its actual size"
        className={classes(styles.frame, isActual && styles.actual)}
      >
        <img
          ref={image}
          src={url}
          width={width}
          height={height}
          alt="What the model made"
          className={classes(styles.image, hasMore && styles.larger, times > 1 && styles.tiny)}
          style={times > 1 ? { inlineSize: `${width * times}px` } : undefined}
          onError={onBroken}
          onClick={hasMore ? toggle : undefined}
        />
      </ScrollBox>
      <figcaption className={styles.caption}>
        <Facts
          facts={[
            ...pictureFacts(media, { width, height }),
            ...(times > 1 ? [`shown ${times} times as large`] : []),
          ]}
        />
        {hasMore && (
          <Button look="quiet" aria-pressed={isActual} onClick={toggle}>
            <Icon aria-hidden="true" size={16} />
            Actual size
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

/** Whether a picture has more pixels across than the room that it is shown in. */
export function useIsLarger(image: RefObject<HTMLImageElement | null>, width: number): boolean {
  const [isLarger, setLarger] = useState(false);
  useEffect(() => {
    const element = image.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setLarger(element.clientWidth < width - 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [image, width]);
  return isLarger;
}

/** A file that a model made, as it is opened. */
export function sourceOf({ bytes, contentType }: Media): PictureSource {
  return { size: bytes.length, contentType, open: () => new Blob([bytes]).stream() };
}
