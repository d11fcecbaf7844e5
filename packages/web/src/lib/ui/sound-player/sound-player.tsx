import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useObjectUrl } from '../../blobs.ts';
import { useMedia } from '../../page-hooks.ts';
import { IconButton } from '../button.tsx';
import { useLoudness } from './loudness.ts';
import { clock, Waveform } from './waveform.tsx';
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

/** A sound with its waveform; with the browser's own controls if it cannot be decoded. Uses `<audio>` only (F29). */
export function SoundPlayer({ blob, label, onDuration, onFailure }: SoundPlayerProps) {
  const url = useObjectUrl(blob);
  const audio = useRef<HTMLAudioElement>(null);
  // Infinite for recordings made by browsers.
  const [duration, setDuration] = useState<number>();
  const seconds = Number.isFinite(duration) ? duration! : 0;
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const loudness = useLoudness(blob, duration);
  useAnimatedPosition(audio, isPlaying, setPosition);

  function seek(to: number): void {
    if (!audio.current) return;
    audio.current.currentTime = to;
    setPosition(to);
  }
  function toggle(): void {
    // The error event reports what cannot be played.
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => undefined);
  }
  return (
    <div className={styles.player} role="group" aria-label={label}>
      <audio
        ref={audio}
        className={styles.audio}
        controls={loudness === 'none'}
        aria-label={label}
        preload="metadata"
        src={url}
        onError={() => url !== undefined && onFailure()}
        onDurationChange={({ currentTarget }) => {
          if (Number.isNaN(currentTarget.duration)) return;
          setDuration(currentTarget.duration);
          if (Number.isFinite(currentTarget.duration)) onDuration?.(currentTarget.duration);
        }}
        onPlay={({ currentTarget }) => {
          setPlaying(true);
          for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
      />
      {loudness !== 'none' && (
        <>
          <IconButton
            icon={isPlaying ? Pause : Play}
            label={isPlaying ? 'Pause' : 'Play'}
            variant="secondary"
            onClick={toggle}
          />
          <Waveform
            loudness={loudness}
            seconds={seconds}
            position={Math.min(position, seconds)}
            isPlaying={isPlaying}
            onSeek={seek}
          />
          <span className={styles.time} aria-hidden="true">
            {clock(position, seconds)} / {clock(seconds, seconds)}
          </span>
        </>
      )}
    </div>
  );
}

/** Follows a playing sound smoothly; without animations, it moves with the sound's own events. */
function useAnimatedPosition(
  audio: RefObject<HTMLAudioElement | null>,
  isPlaying: boolean,
  onPosition: (seconds: number) => void,
): void {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!isPlaying || isStill) return;
    const draw = () => {
      if (audio.current) onPosition(audio.current.currentTime);
      frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [audio, isPlaying, isStill, onPosition]);
}
