import { createContext, useContext, useEffect, useMemo } from 'react';
import { messageOf } from '@tryout/engine';
import { useNotify, type Notify } from './use-notice.ts';

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
