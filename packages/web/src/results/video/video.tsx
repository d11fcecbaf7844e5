import { videoFacts } from '@tryout/engine';
import { useMemo, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/blobs.ts';
import { Toolbar } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts, Note, type ResultProps } from '../parts/parts.tsx';
import styles from './video.module.css';

/** A generated video, in `<video>` only. It starts by itself unless the user prefers reduced motion. */
export default function VideoPlayer({ view: { media } }: ResultProps<'video'>) {
  const url = useObjectUrl(useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]));
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [prefersStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const facts = useMemo(() => videoFacts(media), [media]);
  return (
    <div className="stack tight">
      {hasFailed ? (
        <Note>Your browser cannot play this video. Download it to play it elsewhere.</Note>
      ) : (
        <video
          ref={video}
          className={styles.video}
          aria-label="Generated video"
          src={url}
          controls
          loop
          muted
          playsInline
          autoPlay={!prefersStill}
          onError={() => setFailed(true)}
        />
      )}
      <div className="cluster spread">
        <Facts facts={facts} />
        {!hasFailed && (
          <Toolbar>
            <CopyButton label="Copy frame" content={() => toBlob(drawFrame(video.current))} />
            <CopyButton
              label="Copy link to frame"
              content={() => drawFrame(video.current).toDataURL('image/jpeg', 0.9)}
            />
          </Toolbar>
        )}
      </div>
    </div>
  );
}

/** The frame that is shown. */
function drawFrame(video: HTMLVideoElement | null): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = video?.videoWidth ?? 0;
  canvas.height = video?.videoHeight ?? 0;
  if (video) canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The frame is empty')))),
  );
}
