import type { Picker } from '../../app/picker.ts';
import { isRunning } from '@tryout/engine';

/** Milliseconds that each picture of the spinner stands. */
const TURN = 100;

/** Milliseconds from which on people may want to cancel a run, and that they need to see its end. */
const LONG = 1000;
const REACTION = 300;

/** How long a run has been under way, and redraws while it is. */
export interface RunClock {
  /** To be called with each drawing. @returns milliseconds since the run began; until it ended, if it has */
  tick(): number;
  /** Which picture of the spinner to show. */
  turn(): number;
  /**
   * Whether a run that took a while has brought its result so shortly ago that nobody has seen it: who presses Esc then
   * means to cancel the run. Told once.
   */
  hasJustEnded(): boolean;
  /** A new run begins now. */
  restart(): void;
  stop(): void;
}

/** @param isShown whether the screen is the one in sight */
export function createRunClock(picker: Picker, isShown: () => boolean): RunClock {
  let since = performance.now();
  let passed = 0;
  let wasRunning = false;
  let drawnAt = 0;
  let endedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function onTurn(): void {
    // A screen reader is told in words when something changes; a stream draws by itself.
    const isDue = !picker.isRead && performance.now() - drawnAt >= TURN / 2;
    if (isShown() && isDue) picker.redraw();
  }

  return {
    tick() {
      drawnAt = performance.now();
      const isOn = isRunning(picker.session.getSnapshot());
      if (isOn && !wasRunning) since = drawnAt;
      if (isOn) timer ??= setInterval(onTurn, TURN).unref();
      else stop();
      if (isOn || wasRunning) passed = drawnAt - since;
      if (wasRunning && picker.session.getSnapshot().run.status === 'result') endedAt = drawnAt;
      wasRunning = isOn;
      return passed;
    },
    turn: () => Math.floor(performance.now() / TURN),
    hasJustEnded() {
      const isNew = performance.now() - endedAt < REACTION && passed >= LONG;
      endedAt = -Infinity;
      return isNew;
    },
    restart: () => {
      wasRunning = false;
    },
    stop,
  };
}
