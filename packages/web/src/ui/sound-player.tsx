import { readSound } from '@tryout/engine';
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useObjectUrl } from '../lib/blobs.ts';
import { useLoaded } from '../lib/hooks.ts';
import { IconButton } from './button.tsx';
import styles from './sound-player.module.css';

interface SoundPlayerProps {
  /** The same object in each render. */
  readonly blob: Blob | undefined;
  readonly label: string;
}

/** A sound with a waveform to seek in. Uses `<audio>` only. */
export function SoundPlayer({ blob, label }: SoundPlayerProps) {
  const url = useObjectUrl(blob);
  // A new element for each sound: browsers stop a replaced one without an event.
  return blob && url !== undefined && <Player key={url} blob={blob} label={label} url={url} />;
}

function Player({ blob, label, url }: { readonly blob: Blob; readonly label: string; readonly url: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(0);
  if (hasFailed) return <p className="soft">Your browser cannot play this audio.</p>;

  // Infinite for recordings made by browsers.
  const seconds = Number.isFinite(duration) ? duration : 0;
  const time = `${formatTime(position, seconds)} / ${formatTime(seconds, seconds)}`;
  function toggle(): void {
    // The error event reports what cannot be played.
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => undefined);
  }
  function seek(to: number): void {
    audio.current!.currentTime = to;
    setPosition(to);
  }
  return (
    <div className={styles.player} role="group" aria-label={label}>
      <audio
        ref={audio}
        preload="metadata"
        src={url}
        onError={() => setFailed(true)}
        onDurationChange={({ currentTarget }) => setDuration(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onPause={() => setPlaying(false)}
        onPlay={({ currentTarget }) => {
          setPlaying(true);
          for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
        }}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        variant="secondary"
        onClick={toggle}
      />
      <div className={styles.track}>
        <Waveform blob={blob} duration={duration} progress={seconds > 0 ? position / seconds : 0} />
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={time}
          max={seconds}
          step="any"
          value={position}
          disabled={seconds === 0}
          onChange={({ target }) => seek(target.valueAsNumber)}
        />
      </div>
      <span className={styles.time} aria-hidden="true">
        {time}
      </span>
    </div>
  );
}

/** A time of a sound that lasts `total` seconds: `1:05`, or to a tenth (`2.0 s`) below ten seconds. */
function formatTime(seconds: number, total: number): string {
  return total < 9.95 ? `${seconds.toFixed(1)} s` : formatClock(Math.round(seconds));
}

/** `1:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const BARS = 96;

interface WaveformProps {
  readonly blob: Blob;
  /** Seconds; 0 or NaN until the browser has determined it. */
  readonly duration: number;
  readonly progress: number;
}

/** The loudness of a sound, with the played part in color; a flat line if it cannot be decoded. */
function Waveform({ blob, duration, progress }: WaveformProps) {
  const key = duration > 0 ? blob : undefined;
  const { value = new Array<number>(BARS).fill(0) } = useLoaded(key, () => measureLoudness(blob, duration));
  const path = value.map((level, index) => {
    // The square root matches perceived loudness.
    const half = Math.max(1.5, Math.sqrt(level) * 50);
    return `M${index} ${50 - half}h.7v${half * 2}h-.7z`;
  });
  return (
    <svg viewBox={`0 0 ${value.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join('')} />
      <path
        d={path.join('')}
        className={styles.played}
        style={{ clipPath: `inset(0 ${(1 - progress) * 100}% 0 0)` }}
      />
    </svg>
  );
}

/** Bytes; larger files are not read. */
const MAX_BYTES = 64_000_000;
/** Decoding more takes too much memory. */
const MAX_DECODED = { bytes: 8_000_000, seconds: 600 };
/** Samples per second; enough for loudness. */
const SAMPLE_RATE = 8000;

async function measureLoudness(blob: Blob, seconds: number): Promise<readonly number[] | undefined> {
  if (blob.size > MAX_BYTES) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const loudness = readSound(bytes, BARS)?.loudness;
  if (loudness || bytes.length > MAX_DECODED.bytes || seconds > MAX_DECODED.seconds) return loudness;
  const audio = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes.buffer);
  const samples = audio.getChannelData(0);
  const length = Math.ceil(samples.length / BARS);
  return Array.from({ length: BARS }, (_, bar) =>
    samples
      .subarray(bar * length, (bar + 1) * length)
      .reduce((peak, each) => Math.max(peak, Math.abs(each)), 0),
  );
}
