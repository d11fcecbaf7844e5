import { describeEvent, duration, visibleLine, type RunEvent } from '@tryout/engine';
import type { TextSink } from './word-wrap.ts';
import { getSymbols, type Terminal } from './terminal.ts';
import { truncate } from './width.ts';

export interface ProgressLine {
  note(text: string): void;
  /** Shows the progress of a run; the first piece of an answer clears the line. */
  show(event: RunEvent): void;
  /** Removes the line. Must be called before any other output. */
  clear(): void;
}

const MILLISECONDS_BETWEEN_REWRITES = 100;
const SECONDS_WITHOUT_CLOCK = 2;
const ERASE_TO_END_OF_LINE = '\u001b[K';

/**
 * A progress line on a terminal that can move the cursor. Appears after 100 ms and does not keep the process alive.
 */
export function progressLine(
  stream: TextSink & { readonly columns?: number },
  terminal: Terminal,
): ProgressLine {
  const { spinner, ellipsis } = getSymbols(terminal);
  let text = '';
  let since = 0;
  let lastLine = '';
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  const rewrite = () => {
    const seconds = (Date.now() - since) / 1000;
    const clock = seconds < SECONDS_WITHOUT_CLOCK ? '' : ` ${duration(Math.floor(seconds))}`;
    turn = (turn + 1) % spinner.length;
    const width = (stream.columns || terminal.columns) - 1;
    const line = truncate(`${spinner[turn]} ${text}${clock}`, width, ellipsis);
    if (line === lastLine) return;
    lastLine = line;
    stream.write(`\r${line}${ERASE_TO_END_OF_LINE}`);
  };
  const setLine = (next: string, restartsClock: boolean) => {
    if (restartsClock) since = Date.now();
    text = next;
    timer ??= setInterval(rewrite, MILLISECONDS_BETWEEN_REWRITES).unref();
  };
  const clear = () => {
    clearInterval(timer);
    timer = undefined;
    if (lastLine !== '') stream.write(`\r${ERASE_TO_END_OF_LINE}`);
    lastLine = '';
  };
  let stage = '';
  return {
    note(note) {
      stage = 'note';
      setLine(visibleLine(note), true);
    },
    show(event) {
      if (event.type === 'text' || event.type === 'reasoning' || event.type === 'restart') return clear();
      const next = describeEvent(event);
      setLine(next.text, next.stage !== stage || timer === undefined);
      stage = next.stage;
    },
    clear,
  };
}
