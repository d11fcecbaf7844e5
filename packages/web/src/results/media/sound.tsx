import { asLabel, numbered, timestampedFileName, readSound, soundFacts, type Media } from '@tryout/engine';
import { memo, useEffect, useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useSessionState } from '../../lib/app-context.ts';
import { useObjectUrl } from '../../lib/blobs.ts';
import { DownloadButton } from '../parts/download-button.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { Facts, Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import styles from './media.module.css';

/** Generated audio. */
export function Audio({ view: { media } }: ResultProps<'audio'>) {
  return (
    <div className={styles.figure}>
      <Sound media={media} label="Generated audio" />
    </div>
  );
}

interface TrackData {
  readonly label: string;
  readonly media: Media;
}

/** Several labeled audio tracks. */
export function Tracks({ view: { tracks } }: ResultProps<'tracks'>) {
  const items = useMemo(
    () => tracks.map(({ label, media }): TrackData => ({ label: asLabel(label), media })),
    [tracks],
  );
  if (items.length === 0) return <Note>No tracks</Note>;
  return (
    <div className={styles.tracks}>
      <GrowingList label="Tracks" items={items} row={Track} className={styles.tracks} />
    </div>
  );
}

function Track({ item: { label, media }, index }: { readonly item: TrackData; readonly index: number }) {
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
      <h3 id={heading} className={styles.trackHead} dir="auto">
        {label}
      </h3>
      <Sound media={media} label={label} />
      <div>
        <DownloadButton download={download} describedBy={heading} />
      </div>
    </li>
  );
}

/** A player with waveform and facts. */
function Sound({ media, label }: { readonly media: Media; readonly label: string }) {
  const blob = useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]);
  const url = useObjectUrl(blob);
  const player = useRef<HTMLAudioElement>(null);
  const facts = useMemo(() => readSound(media.bytes, 1), [media]);
  const [seconds, setSeconds] = useState(facts?.seconds);
  const [played, setPlayed] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const loudness = useLoudness(media, seconds);
  return (
    <>
      {loudness && (
        <Waveform
          loudness={loudness}
          played={played}
          onSeek={(share) => {
            if (player.current && seconds !== undefined) player.current.currentTime = share * seconds;
          }}
        />
      )}
      {hasFailed ? (
        <Note>Your browser cannot play this audio.</Note>
      ) : (
        <audio
          ref={player}
          controls
          preload="metadata"
          src={url}
          aria-label={label}
          className={styles.audio}
          onError={() => setFailed(url !== undefined)}
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

interface WaveformProps {
  /** 0 to 1, for each part of the sound. */
  readonly loudness: readonly number[];
  readonly played: number;
  /** @param share of the duration, 0 to 1 */
  onSeek(share: number): void;
}

/** Loudness over time; a click seeks, like the player's slider. */
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
    // The square root matches perceived loudness.
    const half = Math.max(0.6, Math.sqrt(level) * 50);
    return `M${index} ${50 - half}h.7v${half * 2}h-.7z`;
  });
  return (
    <svg viewBox={`0 0 ${loudness.length} 100`} preserveAspectRatio="none">
      <path d={bars.join('')} />
    </svg>
  );
});

/** Bars of a waveform. */
const PARTS = 96;
/** Decoding longer audio takes too much memory. */
const MAX_DECODED = { bytes: 8_000_000, seconds: 600 };
/** Samples per second; enough for loudness. */
const SAMPLE_RATE = 8000;

function useLoudness(media: Media, seconds: number | undefined): readonly number[] | undefined {
  const [loudness, setLoudness] = useState<readonly number[]>();
  useEffect(() => {
    if (seconds === undefined) return;
    let isCurrent = true;
    void loudnessOf(media, seconds).then((found) => isCurrent && setLoudness(found));
    return () => void (isCurrent = false);
  }, [media, seconds]);
  return loudness;
}

/** Loudness from 0 to 1, from WAV samples or decoded by the browser; undefined if neither is possible. */
async function loudnessOf(media: Media, seconds: number): Promise<readonly number[] | undefined> {
  const known = readSound(media.bytes, PARTS)?.loudness;
  if (known) return known;
  if (media.bytes.length > MAX_DECODED.bytes || !(seconds <= MAX_DECODED.seconds)) return undefined;
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(media.bytes.slice().buffer).catch(() => undefined);
  return decoded && peaksOf(decoded.getChannelData(0));
}

function peaksOf(samples: Float32Array): number[] {
  const parts = Math.min(PARTS, samples.length);
  return Array.from({ length: parts }, (_, part) => {
    let peak = 0;
    const end = Math.floor(((part + 1) * samples.length) / parts);
    for (let at = Math.floor((part * samples.length) / parts); at < end; at += 1)
      peak = Math.max(peak, Math.abs(samples[at]!));
    return Math.min(1, peak);
  });
}
