import { pictureFacts, type Media } from '@tryout/engine';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { Facts } from '../parts/facts.tsx';
import styles from './media.module.css';
import { useIsLarger } from './use-is-larger.ts';

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
