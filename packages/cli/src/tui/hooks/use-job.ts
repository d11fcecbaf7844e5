import { getMessage, type Media } from '@tryout/engine';
import { useEffect, useMemo, useState } from 'react';
import { explainReplaced } from '../../context/errors.ts';
import { openBrowser, copyText, playSound } from '../../system/programs.ts';
import { usePicker, type Notify } from './use-picker.ts';

/**
 * Runs asynchronous work. Errors are shown as notices, unless the work was stopped.
 * @param onDone receives the result, unless the work was stopped
 */
export async function runJob<Result>(
  notify: Notify,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  onDone?: (result: Result) => void,
): Promise<void> {
  try {
    const result = await work(signal);
    if (!signal.aborted) onDone?.(result);
  } catch (error) {
    if (!signal.aborted) notify(getMessage(explainReplaced(error)), 'error');
  }
}

function createJob(notify: Notify) {
  let current: AbortController | undefined;
  return {
    /** Stops the previous work and starts new work, see `runJob`. */
    start<Result>(work: (signal: AbortSignal) => Promise<Result>, onDone?: (result: Result) => void): void {
      current?.abort();
      current = new AbortController();
      void runJob(notify, current.signal, work, onDone);
    },
    cancel: () => current?.abort(),
  };
}

/** A job that stops when the component unmounts. */
export function useJob() {
  const { notify } = usePicker();
  const job = useMemo(() => createJob(notify), [notify]);
  useEffect(() => () => job.cancel(), [job]);
  return job;
}

/** Copies a string and reports the outcome, followed by a note. */
export function useCopy(): (text: string, note?: string) => void {
  const { environment, device, notify, runInBackground } = usePicker();
  return (text, note = '') =>
    runInBackground(async () =>
      notify(`${await copyText(environment, device, text)} ${note}`.trim(), 'good'),
    );
}

/** Opens a page or file with the system's default program and reports the outcome. */
export function useOpen(): (target: string, message?: string) => void {
  const { environment, notify, runInBackground } = usePicker();
  return (target, message = 'Opened the page in your browser.') =>
    runInBackground(async () => {
      if (await openBrowser(target, environment)) notify(message, 'good');
      else notify(`Could not open ${target}`, 'error');
    });
}

/** A player that stops when the component unmounts. */
export function usePlayer() {
  const { environment } = usePicker();
  const job = useJob();
  const [isPlaying, setPlaying] = useState(false);
  return {
    isPlaying,
    play(sound: Media | Promise<Media>): void {
      setPlaying(true);
      job.start(async (signal) => {
        try {
          await playSound(await sound, signal, environment);
        } finally {
          if (!signal.aborted) setPlaying(false);
        }
      });
    },
    stop(): void {
      job.cancel();
      setPlaying(false);
    },
  };
}
