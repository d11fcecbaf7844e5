import { type Media, readSound, soundFacts } from '@tryout/engine';
import { memo, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/blobs.ts';
import { Facts, Note } from '../parts/note.tsx';
import styles from './media.module.css';

interface SoundProps {
  readonly media: Media;
  /** What it is, for screen readers. */
  readonly label: string;
}

/** A sound with its player, its form and what is known of it. */
export function Sound({ media, label }: SoundProps) {
  const blob = useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]);
  const url = useObjectUrl(blob);
  const player = useRef<HTMLAudioElement>(null);
  const facts = useMemo(() => readSound(media.bytes, 1), [media]);
  const [seconds, setSeconds] = useState(facts?.seconds);
  const [played, setPlayed] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const loudness = useLoudness(media, seconds);
  return (
    <>
      {loudness && (
        <Waveform
          loudness={loudness}
          played={played}
          onSeek={(place) => {
            if (player.current && seconds !== undefined) player.current.currentTime = place * seconds;
          }}
        />
      )}
      {isBroken ? (
        <Note>It cannot be played here.</Note>
      ) : (
        <audio
          ref={player}
          controls
          preload="metadata"
          src={url}
          aria-label={label}
          className={styles.audio}
          onError={() => setBroken(url !== undefined)}
          onLoadedMetadata={({ currentTarget: { duration } }) => {
            if (Number.isFinite(duration)) setSeconds(duration);
          }}
          onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
            setPlayed(duration > 0 ? Math.min(1, currentTime / duration) : 0)
          }
        />
      )}
      <Facts facts={soundFacts(media, facts)} />
    </>
  );
}

/** How loud a sound is over its time, once that is known. */
function useLoudness(media: Media, seconds: number | undefined): readonly number[] | undefined {
  const [loudness, setLoudness] = useState<readonly number[]>();
  useEffect(() => {
    if (seconds === undefined) return;
    let isOver = false;
    void loudnessOf(media, seconds).then((found) => isOver || setLoudness(found));
    return () => {
      isOver = true;
    };
  }, [media, seconds]);
  return loudness;
}

interface WaveformProps {
  /** 0 to 1, part after part. */
  readonly loudness: readonly number[];
  /** How much has been played, 0 to 1. */
  readonly played: number;
  /** @param place 0 to 1 */
  onSeek(place: number): void;
}

/** How loud a sound is, from its beginning to its end; pressing it plays from there, as the player's own slider does. */
function Waveform({ loudness, played, onSeek }: WaveformProps) {
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

/** Into how many parts a sound is divided. */
const PARTS = 96;
/** Decoding longer sounds takes much memory, and their form tells little. */
const LONGEST = { bytes: 8_000_000, seconds: 600 };
/** Samples a second that are enough to see how loud it is. */
const SAMPLE_RATE = 8000;

/**
 * How loud each part of a sound is, 0 to 1: of WAV from its samples, of others decoded by the browser. Undefined where
 * that takes too much, or the browser does not know how.
 * @param seconds how long it is
 */
async function loudnessOf(media: Media, seconds: number): Promise<readonly number[] | undefined> {
  const own = readSound(media.bytes, PARTS)?.loudness;
  if (own) return own;
  if (media.bytes.length > LONGEST.bytes || !(seconds <= LONGEST.seconds)) return undefined;
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(media.bytes.slice().buffer).catch(() => undefined);
  return decoded && partsOf(decoded.getChannelData(0));
}

function partsOf(samples: Float32Array): number[] {
  const parts = Math.min(PARTS, samples.length);
  return Array.from({ length: parts }, (_, part) => {
    let loudest = 0;
    const end = Math.floor(((part + 1) * samples.length) / parts);
    for (let at = Math.floor((part * samples.length) / parts); at < end; at += 1)
      loudest = Math.max(loudest, Math.abs(samples[at]!));
    return Math.min(1, loudest);
  });
}
