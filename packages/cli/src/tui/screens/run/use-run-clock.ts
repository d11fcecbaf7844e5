import { isRunning, type RunState } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useIsShown } from '../../hooks/use-navigation.ts';
import { usePicker } from '../../hooks/use-picker.ts';

/** Milliseconds that each frame of the spinner is shown. */
export const TURN = 100;

/** Milliseconds after which people may want to cancel a run, and which they need to notice its end. */
const LONG = 1000;
const REACTION = 300;

/** How long a run has taken so far. */
export interface RunClock {
  /** Milliseconds since the run began, or until it ended. */
  readonly passed: number;
  /** Whether Esc was meant to cancel the run, which has just ended. True once. */
  isLateCancel(): boolean;
}

/** Whether a long run gave its result so recently that nobody has noticed yet. Times are in milliseconds. */
export function hasJustEnded(end: { readonly at: number; readonly passed: number }, now: number): boolean {
  return end.passed >= LONG && now - end.at < REACTION;
}

/** The clock of one run. It renders again while the run goes on. */
export function useRunClock(run: RunState): RunClock {
  const { paced, isRead } = usePicker();
  const isShown = useIsShown();
  const isOn = isRunning({ run });
  const [passed, setPassed] = useState(0);
  const since = useRef(0);
  const end = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    since.current = performance.now();
    return () => {
      end.current = performance.now();
      setPassed(end.current - since.current);
    };
  }, [isOn]);
  useEffect(() => {
    // Whatever changes is read aloud.
    if (!isOn || !isShown || isRead) return;
    return paced.subscribe(() => setPassed(performance.now() - since.current));
  }, [isOn, isShown, isRead, paced]);
  return {
    passed,
    isLateCancel() {
      const at = end.current;
      end.current = -Infinity;
      return run.status === 'result' && hasJustEnded({ at, passed }, performance.now());
    },
  };
}
