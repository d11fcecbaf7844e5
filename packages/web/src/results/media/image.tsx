import { pictureFacts } from '@tryout/engine';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { ScrollBox } from '../parts/scroll-box.tsx';
import type { ResultProps } from '../result-props.ts';
import { Absent } from './absent.tsx';
import styles from './media.module.css';
import { sourceOf } from './source-of.ts';
import { usePicture } from './use-picture.ts';

/** The picture that a model made, as large as there is room or in its own pixels, and what is known of it. */
export function Image({ view: { media } }: ResultProps<'image'>) {
  const source = useMemo(() => sourceOf(media), [media]);
  const picture = usePicture(source);
  const [isActual, setActual] = useState(false);
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
  const { url, width, height } = picture;
  const Icon = isActual ? Minimize2 : Maximize2;
  return (
    <figure className={styles.figure}>
      <ScrollBox
        label="Picture in its actual size"
        className={classes(styles.frame, isActual && styles.actual)}
      >
        <img
          src={url}
          width={width}
          height={height}
          alt="What the model made"
          className={styles.image}
          onError={() => setBroken(url)}
          onClick={() => setActual(!isActual)}
        />
      </ScrollBox>
      <figcaption className={styles.caption}>
        <Facts facts={pictureFacts(media, { width, height })} />
        <Button look="quiet" aria-pressed={isActual} onClick={() => setActual(!isActual)}>
          <Icon aria-hidden="true" size={16} />
          Actual size
        </Button>
      </figcaption>
    </figure>
  );
}
