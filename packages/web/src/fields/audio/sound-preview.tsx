import type { FileInput } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { blobOf } from '../../lib/blob-of.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import styles from './audio-field.module.css';

export interface SoundPreviewProps {
  readonly file: FileInput;
  readonly label: string;
  /** @param seconds how long the sound is, once the player knows */
  onDuration(seconds: number): void;
}

/** A player for the sound that was chosen; `<audio>` alone ever opens it (F29). */
export function SoundPreview({ file, label, onDuration }: SoundPreviewProps) {
  const [blob, setBlob] = useState<Blob>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    blobOf(file).then(
      (read) => isWanted && setBlob(read),
      () => isWanted && setBlob(undefined),
    );
    return () => void (isWanted = false);
  }, [file]);
  const url = useObjectUrl(blob);
  return (
    <div className={styles.preview}>
      {url !== undefined && url === failed ? (
        <p className={styles.reason}>Your browser cannot play this sound; it is sent as it is.</p>
      ) : (
        <audio
          controls
          src={url}
          aria-label={label}
          className={styles.player}
          preload="metadata"
          onError={() => url !== undefined && setFailed(url)}
          onDurationChange={({ currentTarget: { duration } }) => {
            // Recordings of browsers do not tell theirs.
            if (Number.isFinite(duration)) onDuration(duration);
          }}
        />
      )}
    </div>
  );
}
