import { useMemo, useState } from 'react';
import type { ResultProps } from '../result-props.ts';
import { Absent } from './absent.tsx';
import styles from './media.module.css';
import { ShownImage } from './shown-image.tsx';
import { sourceOf } from './source-of.ts';
import { usePicture } from './use-picture.ts';

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
