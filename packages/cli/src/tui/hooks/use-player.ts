import { useState } from 'react';
import { playSound, type Sound } from '../../system/player.ts';
import { useJob } from './use-job.ts';
import { usePicker } from './use-picker.ts';

/** A player of sounds. What goes wrong is shown as a notice. */
export interface Player {
  readonly isPlaying: boolean;
  /** Plays a sound; one that plays already is stopped. */
  play(sound: Sound): void;
  stop(): void;
}

/** Plays sounds while the component is there. */
export function usePlayer(): Player {
  const { environment } = usePicker();
  const job = useJob();
  const [isPlaying, setPlaying] = useState(false);
  return {
    isPlaying,
    play(sound) {
      setPlaying(true);
      job.start(async (signal) => {
        try {
          await playSound(sound, signal, environment);
        } finally {
          if (!signal.aborted) setPlaying(false);
        }
      });
    },
    stop() {
      job.stop();
      setPlaying(false);
    },
  };
}
