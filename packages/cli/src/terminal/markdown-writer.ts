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
  let shown: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function update(): void {
    timer = undefined;
    const lines = document.lines(text, columns);
    const changed = lines.findIndex((line, index) => line !== shown[index]);
    const same = changed === -1 ? lines.length : changed;
    // Lines that have scrolled off cannot be drawn again.
    const first = Math.max(same, shown.length - terminal.rows + 2);
    if (first >= lines.length && lines.length === shown.length) return;
    const below = lines.slice(first);
    const last = shown.length - 1;
    if (shown.length === 0) sink.write(below.join('\n'));
    else if (first > last) sink.write(`\n${below.join('\n')}`);
    else if (first === last && below[0]?.startsWith(shown[last]!))
      sink.write([below[0].slice(shown[last]!.length), ...below.slice(1)].join('\n'));
    else sink.write(up(last - first) + ERASE_BELOW + below.join('\n'));
    shown = lines;
  }

  return {
    write(piece) {
      text += piece;
      if (terminal.movesCursor) timer ??= setTimeout(update, PACE).unref();
    },
    end() {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      update();
      if (shown.length > 0) sink.write('\n');
    },
  };
}
