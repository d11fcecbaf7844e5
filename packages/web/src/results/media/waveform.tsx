import { memo, type MouseEvent } from 'react';
import styles from './media.module.css';

export interface WaveformProps {
  /** 0 to 1, part after part. */
  readonly loudness: readonly number[];
  /** How much has been played, 0 to 1. */
  readonly played: number;
  /** @param place 0 to 1 */
  onSeek(place: number): void;
}

/** How loud a sound is, from its beginning to its end; pressing it plays from there, as the player's own slider does. */
export function Waveform({ loudness, played, onSeek }: WaveformProps) {
  const seek = ({ nativeEvent, currentTarget }: MouseEvent<HTMLDivElement>) =>
    onSeek(Math.min(1, Math.max(0, nativeEvent.offsetX / currentTarget.clientWidth)));
  return (
    <div className={styles.waveform} onClick={seek} aria-hidden="true">
      <div className={styles.rest}>
        <Bars loudness={loudness} />
      </div>
      <div style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}>
        <Bars loudness={loudness} />
      </div>
    </div>
  );
}

const Bars = memo(function Bars({ loudness }: { readonly loudness: readonly number[] }) {
  const bars = loudness.map((level, index) => {
    // The root lifts quiet sounds, as the ear does.
    const half = Math.max(0.6, Math.sqrt(level) * 50);
    return `M${index} ${50 - half}h.7v${half * 2}h-.7z`;
  });
  return (
    <svg viewBox={`0 0 ${loudness.length} 100`} preserveAspectRatio="none">
      <path d={bars.join('')} />
    </svg>
  );
});
