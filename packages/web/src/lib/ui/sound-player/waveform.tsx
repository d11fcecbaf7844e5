import { memo, type KeyboardEvent, type PointerEvent } from 'react';
import { sliderTarget } from '../slider-keys.ts';
import type { Loudness } from './loudness.ts';
import styles from './sound-player.module.css';

interface WaveformProps {
  readonly loudness: Loudness;
  readonly seconds: number;
  readonly position: number;
  readonly isPlaying: boolean;
  /** @param position in seconds */
  onSeek(position: number): void;
}

/** A slider over the loudness of a sound. */
export function Waveform({ loudness, seconds, position, isPlaying, onSeek }: WaveformProps) {
  const onPointer = ({ nativeEvent, currentTarget, buttons }: PointerEvent) => {
    if (buttons !== 1) return;
    const share = nativeEvent.offsetX / currentTarget.clientWidth;
    onSeek(Math.min(1, Math.max(0, share)) * seconds);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = Math.min(STEP, seconds / 20);
    const next = sliderTarget(event.key, position, { max: seconds, step, up: step, pageUp: seconds / 10 });
    if (next === undefined) return;
    event.preventDefault();
    onSeek(next);
  };
  // Screen readers read each change.
  const read = isPlaying ? Math.floor(position) : position;
  const played = seconds > 0 ? position / seconds : 0;
  const bars = loudness === 'none' || loudness === undefined ? SILENCE : loudness;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={read}
      aria-valuetext={`${clock(read, seconds)} of ${clock(seconds, seconds)}`}
      className={styles.waveform}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onPointer(event);
      }}
      onPointerMove={onPointer}
    >
      <div className={styles.rest}>
        <Bars loudness={bars} />
      </div>
      <div className={styles.played} style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}>
        <Bars loudness={bars} />
      </div>
      <div className={styles.cursor} style={{ left: `${played * 100}%` }} />
    </div>
  );
}

const SILENCE = new Array<number>(96).fill(0);

const Bars = memo(function Bars({ loudness }: { readonly loudness: readonly number[] }) {
  const bars = loudness.map((level, index) => {
    // The square root matches perceived loudness.
    const half = Math.max(1.5, Math.sqrt(level) * 50);
    return `M${index} ${50 - half}h.7v${half * 2}h-.7z`;
  });
  return (
    <svg viewBox={`0 0 ${loudness.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  );
});

/** Seconds that an arrow key moves; less in short sounds. */
const STEP = 5;

/** `1:05`, or `0:05.2` in sounds of less than a minute. */
export function clock(seconds: number, total: number): string {
  const tenths = Math.round(seconds * 10);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  return `${minutes}:${total < 60 ? rest.toFixed(1).padStart(4, '0') : String(Math.floor(rest)).padStart(2, '0')}`;
}
