import { readSound, soundFacts, type Media } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { Facts } from '../parts/facts.tsx';
import { Note } from '../parts/note.tsx';
import { loudnessOf } from './loudness-of.ts';
import styles from './media.module.css';
import { Waveform } from './waveform.tsx';

export interface SoundProps {
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
