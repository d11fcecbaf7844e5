import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { InputError, messageOf } from '@tryout/engine';
import { openBrowser } from '../../system/browser.ts';
import { copyText } from '../../system/clipboard.ts';
import { playSound, type Sound } from '../../system/player.ts';
import { type Notify, useNotify, usePicker } from './use-picker.ts';

/** Asynchronous work. Errors are shown as a notice, unless the work was stopped. */
export interface Job {
  /** Starts work and stops what this job did before. */
  start(work: (signal: AbortSignal) => Promise<void>): void;
  stop(): void;
}

/** @param notify shows errors of the work */
export function createJob(notify: Notify): Job {
  let current: AbortController | undefined;
  return {
    start(work) {
      current?.abort();
      const { signal } = (current = new AbortController());
      work(signal).catch((error: unknown) => {
        if (!signal.aborted) notify(messageOf(error), 'error');
      });
    },
    stop: () => current?.abort(),
  };
}

/** A job that stops when the component unmounts. */
export function useJob(): Job {
  const notify = useNotify();
  const job = useMemo(() => createJob(notify), [notify]);
  useEffect(() => () => job.stop(), [job]);
  return job;
}

/** Starts work that outlives its screen. It stops when the picker is left. */
export type RunInBackground = (work: (signal: AbortSignal) => Promise<void>) => void;

/** Provides `useBackground`. */
export const BackgroundContext = createContext<RunInBackground>(() => undefined);

/** Starts work that outlives its screen, such as signing out or copying. */
export function useBackground(): RunInBackground {
  return useContext(BackgroundContext);
}

/** Copies a text to the clipboard in the background, and tells how that went. */
export function useCopy(): (text: string) => void {
  const { environment, device } = usePicker();
  const runInBackground = useBackground();
  const notify = useNotify();
  return (text) => runInBackground(async () => notify(await copyText(environment, device, text), 'good'));
}

/**
 * Opens a page in the browser in the background. Where that fails, its address is told: there may be a browser on
 * another machine.
 */
export function useOpenPage(): (address: string, told?: string) => void {
  const { environment } = usePicker();
  const runInBackground = useBackground();
  const notify = useNotify();
  return (address, told = 'The page is open in your browser.') =>
    runInBackground(async () => {
      if (await openBrowser(address, environment)) notify(told, 'good');
      else notify(`No browser could be opened: ${address}`, 'error');
    });
}

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
