import { pictureFacts, type Media } from '@tryout/engine';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
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

/** A picture as large as there is room or, where it has more pixels, in its actual size. */
export function ShownImage({ media, url, width, height, onBroken }: ShownImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isActual, setActual] = useState(false);
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
          className={classes(styles.image, hasMore && styles.larger)}
          onError={onBroken}
          onClick={hasMore ? toggle : undefined}
        />
      </ScrollBox>
      <figcaption className={styles.caption}>
        <Facts facts={pictureFacts(media, { width, height })} />
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
