import { markdownLines } from './markdown.ts';
import type { StreamWriter, TextSink } from './word-wrap.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between updates. */
const PACE = 40;

const up = (rows: number) => (rows > 0 ? `\u001b[${rows}A` : '');
const ERASE_BELOW = '\r\u001b[J';

/**
 * Streams Markdown to a terminal: the block that is still growing is drawn again in place. Terminals that cannot move the
 * cursor get the text at its end.
 */
export function markdownWriter(sink: TextSink, terminal: Terminal): StreamWriter {
  const document = markdownLines(terminal);
  // The last column stays free, where terminals differ in how they wrap.
  const columns = Math.max(1, terminal.columns - 1);
  let text = '';
  let screenLines: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  function update(): void {
    timer = undefined;
    const lines = document.lines(text, columns);
    const firstChange = lines.findIndex((line, index) => line !== screenLines[index]);
    const same = firstChange === -1 ? lines.length : firstChange;
    // Lines that have scrolled off cannot be drawn again.
    const first = Math.max(same, screenLines.length - terminal.rows + 2);
    if (first >= lines.length && lines.length === screenLines.length) return;
    const below = lines.slice(first);
    const last = screenLines.length - 1;
    if (screenLines.length === 0) sink.write(below.join('\n'));
    else if (first > last) sink.write(`\n${below.join('\n')}`);
    else if (first === last && below[0]?.startsWith(screenLines[last]!))
      sink.write([below[0].slice(screenLines[last]!.length), ...below.slice(1)].join('\n'));
    else sink.write(up(last - first) + ERASE_BELOW + below.join('\n'));
    screenLines = lines;
  }

  return {
    write(piece) {
      text += piece;
      if (terminal.movesCursor) timer ??= setTimeout(update, PACE).unref();
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      update();
      if (screenLines.length > 0) sink.write('\n');
    },
  };
}
