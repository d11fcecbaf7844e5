import { InputError } from '@tryout/engine';
import { useState } from 'react';
import { playSound, type Sound } from '../../system/player.ts';
import { useJob } from './use-job.ts';
import { usePicker } from './use-picker.ts';

/** A player of sounds. What goes wrong is shown as a notice. */
export interface Player {
  readonly isPlaying: boolean;
  /** Plays a sound, when it is there; one that plays already is stopped. */
  play(sound: Sound | Promise<Sound>): void;
  stop(): void;
}

/** Plays sounds while the component is there. @param canSave whether an error may advise to save the sound */
export function usePlayer(canSave = true): Player {
  const { environment } = usePicker();
  const job = useJob();
  const [isPlaying, setPlaying] = useState(false);
  return {
    isPlaying,
    play(sound) {
      setPlaying(true);
      job.start(async (signal) => {
        try {
          await playSound(await sound, signal, environment);
        } catch (error) {
          throw error instanceof InputError && !canSave ? new InputError(error.message) : error;
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
