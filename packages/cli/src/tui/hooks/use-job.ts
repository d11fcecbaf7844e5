import { createContext, useContext, useEffect, useMemo } from 'react';
import { messageOf } from '@tryout/engine';
import { useNotify, type Notify } from './use-notice.ts';

/** Work beside the screen. What it throws is shown as a notice, unless it was stopped. */
export interface Job {
  /** Begins the work; what this job did before is stopped. */
  start(work: (signal: AbortSignal) => Promise<void>): void;
  stop(): void;
}

/** @param notify told what the work throws */
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

/** A job of this component, which is stopped when the component is gone. */
export function useJob(): Job {
  const notify = useNotify();
  const job = useMemo(() => createJob(notify), [notify]);
  useEffect(() => () => job.stop(), [job]);
  return job;
}

/** Work that goes on when the screen that began it is gone, until the picker is left. */
export type RunInBackground = (work: (signal: AbortSignal) => Promise<void>) => void;

/** Provides the way to work in the background. */
export const BackgroundContext = createContext<RunInBackground>(() => undefined);

/** The way to work in the background: for what outlives its screen, such as signing out or copying. */
export function useBackground(): RunInBackground {
  return useContext(BackgroundContext);
}
