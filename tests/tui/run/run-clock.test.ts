import type { RunState } from '@tryout/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Picker } from '../../../packages/cli/src/tui/app/picker.ts';
import { createRunClock } from '../../../packages/cli/src/tui/screens/run/run-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A run that took so many milliseconds and ended in some way, as it is drawn then. */
function endedRun(milliseconds: number, end: RunState['status']) {
  let status: RunState['status'] = 'loading';
  const session = { getSnapshot: () => ({ run: { status, text: '' } }) };
  const redraw = vi.fn();
  const clock = createRunClock({ session, redraw, isRead: false } as unknown as Picker, () => true);
  clock.tick();
  vi.advanceTimersByTime(milliseconds);
  status = end;
  const passed = clock.tick();
  return { clock, passed, redraw };
}

test('Esc that comes with the result of a long run was meant to cancel it', () => {
  const { clock, passed } = endedRun(5000, 'result');
  expect(passed).toBe(5000);
  vi.advanceTimersByTime(100);
  expect(clock.hasJustEnded()).toBe(true);
  expect(clock.hasJustEnded()).toBe(false);
});

test.each([
  ['one that was seen', 5000, 'result', 1000],
  ['one that came at once', 200, 'result', 0],
  ['a run that was cancelled', 5000, 'cancelled', 0],
  ['a run that failed', 5000, 'error', 0],
] as const)('but not %s', (_name, milliseconds, end, later) => {
  const { clock } = endedRun(milliseconds, end);
  vi.advanceTimersByTime(later);
  expect(clock.hasJustEnded()).toBe(false);
});

test('the screen is drawn while a run goes on, and not afterwards', () => {
  const { redraw } = endedRun(950, 'result');
  const { length } = redraw.mock.calls;
  expect(length).toBeGreaterThan(5);
  vi.advanceTimersByTime(5000);
  expect(redraw).toHaveBeenCalledTimes(length);
});
