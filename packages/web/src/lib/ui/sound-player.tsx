import { useState } from 'react';
import { useObjectUrl } from '../blobs.ts';
import styles from './sound-player.module.css';

interface SoundPlayerProps {
  /** The same object in each render. */
  readonly blob: Blob | undefined;
  readonly label: string;
}

/** A sound with the controls of the browser. Uses `<audio>` only (F29). */
export function SoundPlayer({ blob, label }: SoundPlayerProps) {
  const url = useObjectUrl(blob);
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === undefined) return null;
  if (url === failedUrl) return <p className={styles.failed}>Your browser cannot play this audio.</p>;
  return (
    <audio
      controls
      className={styles.player}
      aria-label={label}
      preload="metadata"
      src={url}
      onError={() => setFailedUrl(url)}
      onPlay={({ currentTarget }) => {
        for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
      }}
    />
  );
}
