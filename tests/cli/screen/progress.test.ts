import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { progressLine, detectTerminal, type ProgressLine } from '../../../packages/cli/src/screen/index.ts';

const screen = detectTerminal({ isTTY: true, columns: 60, rows: 24 }, { TERM: 'xterm-256color' });
const ERASED = '\r\u001b[K';

let writes: string[];
let progress: ProgressLine;

const line = () => (writes.at(-1) ?? '').replace('\r', '').replace('\u001b[K', '');

beforeEach(() => {
  vi.useFakeTimers();
  writes = [];
  progress = progressLine({ columns: 60, write: (text) => writes.push(text) }, screen);
});
afterEach(() => {
  progress.clear();
  vi.useRealTimers();
});

describe('progressLine', () => {
  it('shows the upload progress, then waiting, then the received bytes', () => {
    progress.show({ type: 'progress', phase: 'upload', bytes: 5_400_000, total: 12_000_000 });
    vi.advanceTimersByTime(100);
    expect(line()).toBe('⠙ Sending 45% of 12 MB');
    progress.show({ type: 'progress', phase: 'upload', bytes: 12_000_000, total: 12_000_000 });
    vi.advanceTimersByTime(100);
    expect(line()).toBe('⠹ Waiting for the response');
    progress.show({ type: 'progress', phase: 'download', bytes: 1200 });
    vi.advanceTimersByTime(100);
    expect(line()).toBe('⠸ Receiving 1.2 kB');
  });

  it("shows the server's estimate and the elapsed time", () => {
    progress.show({ type: 'waiting', seconds: 20.3 });
    vi.advanceTimersByTime(7000);
    expect(line()).toMatch(/^. Waiting for the model to load \(about 20 s\) 7.0 s$/u);
  });

  it('omits an estimate below half a second', () => {
    progress.show({ type: 'waiting', seconds: 0.2 });
    vi.advanceTimersByTime(100);
    expect(line()).toMatch(/^. Waiting for the model to load$/u);
  });

  it('restarts the clock for another stage only', () => {
    progress.show({ type: 'progress', phase: 'download', bytes: 1 });
    vi.advanceTimersByTime(3000);
    progress.show({ type: 'progress', phase: 'download', bytes: 2 });
    vi.advanceTimersByTime(100);
    expect(line()).toMatch(/Receiving 2 bytes 3.0 s$/);
    progress.note('Looking for a model');
    vi.advanceTimersByTime(100);
    expect(line()).toMatch(/Looking for a model$/);
  });

  it('rewrites the line at most ten times a second', () => {
    for (let bytes = 0; bytes < 1000; bytes += 1) {
      progress.show({ type: 'progress', phase: 'download', bytes });
      vi.advanceTimersByTime(1);
    }
    expect(writes.length).toBeLessThanOrEqual(10);
    expect(writes.length).toBeGreaterThanOrEqual(9);
  });

  it('erases the line and then writes nothing', () => {
    progress.note('Looking');
    vi.advanceTimersByTime(500);
    progress.clear();
    expect(writes.at(-1)).toBe(ERASED);
    const before = writes.length;
    progress.clear();
    vi.advanceTimersByTime(5000);
    expect(writes).toHaveLength(before);
  });

  it('is erased by the first chunk of a text', () => {
    progress.note('Looking');
    vi.advanceTimersByTime(100);
    progress.show({ type: 'text', text: 'Hello' });
    expect(writes.at(-1)).toBe(ERASED);
  });

  it('shows nothing for work shorter than 100 ms', () => {
    progress.show({ type: 'progress', phase: 'upload', bytes: 1, total: 2 });
    vi.advanceTimersByTime(99);
    progress.clear();
    expect(writes).toEqual([]);
  });

  it('stays on one line of a narrow terminal, even with hostile text', () => {
    const narrow: string[] = [];
    const thin = progressLine({ columns: 12, write: (text) => narrow.push(text) }, screen);
    thin.note('evil\u001b[2J\nand much too long');
    vi.advanceTimersByTime(100);
    thin.clear();
    expect(narrow[0]).toBe('\r⠙ evil<U+0…\u001b[K');
  });
});
