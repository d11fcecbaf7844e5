import { InputError, messageOf, type Media } from '@tryout/engine';
import { useEffect, useMemo, useState } from 'react';
import { openBrowser } from '../../system/browser.ts';
import { copyText } from '../../system/clipboard.ts';
import { playSound } from '../../system/player.ts';
import { usePicker, type Notify } from './use-picker.ts';

export type Job = ReturnType<typeof createJob>;

/** Asynchronous work. Errors are shown as notices, unless the work was stopped. */
export function createJob(notify: Notify) {
  let current: AbortController | undefined;
  async function run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
    onDone?: (result: Result) => void,
  ): Promise<void> {
    try {
      const result = await work(signal);
      if (!signal.aborted) onDone?.(result);
    } catch (error) {
      if (!signal.aborted) notify(messageOf(error), 'error');
    }
  }
  return {
    /**
     * Stops the previous work and starts new work.
     * @param onDone receives the result, unless the work was stopped
     */
    start<Result>(work: (signal: AbortSignal) => Promise<Result>, onDone?: (result: Result) => void): void {
      current?.abort();
      current = new AbortController();
      void run(work, current.signal, onDone);
    },
    stop: () => current?.abort(),
  };
}

/** A job that stops when the component unmounts. */
export function useJob(): Job {
  const { notify } = usePicker();
  const job = useMemo(() => createJob(notify), [notify]);
  useEffect(() => () => job.stop(), [job]);
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
export function useOpen() {
  const { environment, notify, runInBackground } = usePicker();
  return (target: string, { opened, failed }: { readonly opened: string; readonly failed: string }) =>
    runInBackground(async () => {
      if (await openBrowser(target, environment)) notify(opened, 'good');
      else notify(failed, 'error');
    });
}

/** Opens a page in the browser. If that fails, shows the URL to open elsewhere. */
export function useOpenPage(): (address: string, opened?: string) => void {
  const open = useOpen();
  return (address, opened = 'Opened the page in your browser.') =>
    open(address, { opened, failed: `Could not open a browser. Open ${address}` });
}

export type Player = ReturnType<typeof usePlayer>;

/** A player that stops when the component unmounts. @param hint what to do when the sound cannot be played */
export function usePlayer(hint?: string) {
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
        } catch (error) {
          if (hint === undefined || !(error instanceof InputError)) throw error;
          throw new InputError(error.message, { hint });
        } finally {
          if (!signal.aborted) setPlaying(false);
        }
      });
    },
    stop(): void {
      job.stop();
      setPlaying(false);
    },
  };
}
