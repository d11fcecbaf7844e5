import { isRunning, type RunState } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useIsShown } from '../../hooks/use-navigation.ts';
import { usePicker } from '../../hooks/use-picker.ts';

/** Milliseconds that each frame of the spinner is shown. */
const TURN = 100;

/** Milliseconds after which people may want to cancel a run, and which they need to notice its end. */
const LONG = 1000;
const REACTION = 300;

/** How long a run has taken so far. It renders again while the run goes on. */
export interface RunClock {
  /** Milliseconds since the run began, or until it ended. */
  readonly passed: number;
  /** The frame of the spinner. */
  readonly turn: number;
  /** Whether Esc was meant to cancel the run, which has just ended. True once. */
  isLateCancel(): boolean;
  /** A new run begins now. */
  restart(): void;
}

/** When a run ended, and how long it took, in milliseconds. */
export interface RunEnd {
  readonly at: number;
  readonly passed: number;
}

/** Whether a long run gave its result so recently that nobody has noticed yet. */
export function hasJustEnded({ at, passed }: RunEnd, now: number): boolean {
  return passed >= LONG && now - at < REACTION;
}

export function useRunClock(run: RunState): RunClock {
  const { isRead } = usePicker();
  const isShown = useIsShown();
  const isOn = isRunning({ run });
  const [passed, setPassed] = useState(0);
  const since = useRef(0);
  const end = useRef<RunEnd | undefined>(undefined);
  useEffect(() => {
    if (!isOn) return;
    since.current = performance.now();
    return () => {
      const at = performance.now();
      end.current = { at, passed: at - since.current };
      setPassed(at - since.current);
    };
  }, [isOn]);
  useEffect(() => {
    // Whatever changes is read aloud.
    if (!isOn || !isShown || isRead) return;
    const timer = setInterval(() => setPassed(performance.now() - since.current), TURN);
    return () => clearInterval(timer);
  }, [isOn, isShown, isRead]);
  return {
    passed,
    turn: Math.floor(passed / TURN),
    isLateCancel() {
      const last = end.current;
      end.current = undefined;
      return run.status === 'result' && last !== undefined && hasJustEnded(last, performance.now());
    },
    restart() {
      end.current = undefined;
      setPassed(0);
    },
  };
}
