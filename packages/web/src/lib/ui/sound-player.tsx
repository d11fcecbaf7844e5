import { useObjectUrl } from '../blobs.ts';
import styles from './sound-player.module.css';

interface SoundPlayerProps {
  /** The same object in each render. */
  readonly blob: Blob;
  readonly label: string;
  /** Called with the seconds once they are known. */
  onDuration?(seconds: number): void;
  /** Called if the browser cannot play it. */
  onFailure(): void;
}

/** A sound with the controls of the browser. Uses `<audio>` only (F29). */
export function SoundPlayer({ blob, label, onDuration, onFailure }: SoundPlayerProps) {
  const url = useObjectUrl(blob);
  return (
    <audio
      controls
      className={styles.player}
      aria-label={label}
      preload="metadata"
      src={url}
      onError={() => url !== undefined && onFailure()}
      onDurationChange={({ currentTarget: { duration } }) => {
        // Infinite for recordings made by browsers.
        if (Number.isFinite(duration)) onDuration?.(duration);
      }}
      onPlay={({ currentTarget }) => {
        for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
      }}
    />
  );
}
