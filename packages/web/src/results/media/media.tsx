import {
  asLine,
  imageFacts,
  asLabel,
  numbered,
  timestampedFileName,
  soundFacts,
  type Media,
  type ResultViews,
} from '@tryout/engine';
import { ImageOff } from 'lucide-react';
import { useMemo, useState, useId } from 'react';
import { useImage, type LoadedImage, type ImageSize } from '../../lib/images.ts';
import { useSessionState } from '../../state/app-context.ts';
import { Toolbar } from '../../ui/button.tsx';
import { SoundPlayer } from '../../ui/sound-player.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { Enlarge, Facts, GrowingList, Note, type ResultProps } from '../parts/parts.tsx';
import styles from './media.module.css';

/** A generated image. */
export function Image({ view: { media } }: ResultProps<'image'>) {
  const image = useImage(useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]));
  if (image.status === 'loading') return <div className={styles.placeholder} />;
  if (image.status === 'refused') {
    const file = { contentType: media.contentType, size: media.bytes.length };
    return <NoImage name="The image" file={file} size={image.size} />;
  }
  return <ShownImage media={media} image={image} />;
}

interface NoImageProps {
  readonly name: string;
  readonly file: { readonly contentType: string; readonly size: number };
  readonly size: ImageSize | undefined;
}

/** Replaces an image that cannot be shown. */
export function NoImage({ name, file, size }: NoImageProps) {
  return (
    <p className={styles.missing}>
      <ImageOff aria-hidden="true" size={24} />
      <span>
        {asLine(name)} ({imageFacts(file, size).join(', ')}) cannot be shown here
      </span>
    </p>
  );
}

interface ShownImageProps {
  readonly media: Media;
  readonly image: Extract<LoadedImage, { readonly status: 'shown' }>;
}

/** An image scaled to the available space; enlarged, a click shows its actual size. */
function ShownImage({ media, image: { url, size, onError } }: ShownImageProps) {
  const [isActual, setActual] = useState(false);
  const props = { src: url, alt: 'Generated image', ...size, onError };
  return (
    <figure className="stack tight">
      <img {...props} className={styles.image} />
      <figcaption className={styles.caption}>
        <Facts facts={imageFacts(media, size)} />
        <Enlarge>
          <img
            {...props}
            className={isActual ? styles.actual : styles.enlarged}
            onClick={() => setActual(!isActual)}
          />
        </Enlarge>
      </figcaption>
    </figure>
  );
}

/** Generated audio. */
export function Audio({ view: { media } }: ResultProps<'audio'>) {
  return (
    <div className="stack tight">
      <Sound media={media} label="Generated audio" />
    </div>
  );
}

/** Several labeled audio tracks. */
export function Tracks({ view: { tracks } }: ResultProps<'tracks'>) {
  if (tracks.length === 0) return <Note>No tracks</Note>;
  return (
    <div className="stack loose">
      <GrowingList label="Tracks" items={tracks} row={Track} className="stack loose" />
    </div>
  );
}

interface TrackProps {
  readonly item: ResultViews['tracks']['tracks'][number];
  readonly index: number;
}

function Track({ item: { label, media }, index }: TrackProps) {
  const task = useSessionState((state) => state.task?.id);
  const heading = useId();
  const download = {
    label: 'Download',
    name: () => numbered(timestampedFileName(task ?? 'result', media.contentType), index + 1),
    contentType: media.contentType,
    content: () => media.bytes,
  };
  return (
    <li className={styles.track}>
      <div className={styles.trackHead}>
        <h3 id={heading} dir="auto">
          {asLabel(label)}
        </h3>
        <Toolbar>
          <DownloadButton download={download} describedBy={heading} />
        </Toolbar>
      </div>
      <Sound media={media} label={asLabel(label)} />
    </li>
  );
}

function Sound({ media, label }: { readonly media: Media; readonly label: string }) {
  const blob = useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]);
  const facts = useMemo(() => soundFacts(media), [media]);
  return (
    <>
      <SoundPlayer blob={blob} label={label} />
      <Facts facts={facts} />
    </>
  );
}
