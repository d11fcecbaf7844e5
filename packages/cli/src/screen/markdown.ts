import {
  getListNumbers,
  markdownBlocks,
  visible,
  type MarkdownToken,
  type MarkdownTokens,
} from '@tryout/engine';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';
import { pad, getWidth, wrap, screenText } from './width.ts';
import type { StreamWriter, TextSink } from './word-wrap.ts';

/** Draws growing Markdown text. Only its last block is drawn again. */
export function markdownLines(terminal: Pick<Terminal, 'colors' | 'unicode'>) {
  const splitBlocks = markdownBlocks();
  const drawBlock = blockDrawer(terminal);
  let width = 0;
  let cache = new WeakMap<MarkdownToken, readonly string[]>();
  return {
    /** The lines of a text, with control characters escaped. */
    lines(text: string, columns: number): readonly string[] {
      if (columns !== width) cache = new WeakMap();
      width = columns;
      const blocks = splitBlocks(screenText(text));
      return joinBlocks(
        blocks.map((block) => {
          const lines = cache.get(block) ?? drawBlock(block, columns);
          cache.set(block, lines);
          return lines;
        }),
      );
    },
  };
}

/** Blocks with an empty line between them. */
function joinBlocks(blocks: readonly (readonly string[])[]): string[] {
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

const MIN_COLUMN = 6;
/** Deeper quotes, lists and styles are shown as they were written, since each line repeats all marks and styles. */
const MAX_LEVEL = 12;

function blockDrawer(terminal: Pick<Terminal, 'colors' | 'unicode'>) {
  const style = styleFor(terminal);
  const { unicode } = terminal;
  const bar = unicode ? '│' : '|';
  const rule = unicode ? '─' : '-';

  function inline(tokens: readonly MarkdownToken[] = [], level = 1): string {
    return tokens.map((token) => inlineToken(token, level)).join('');
  }

  function inlineToken(token: MarkdownToken, level: number): string {
    if (level > MAX_LEVEL) return visible(token.raw);
    // Character references may stand for control characters.
    const text = visible('text' in token ? String(token.text) : token.raw);
    const inner = () => ('tokens' in token && token.tokens ? inline(token.tokens, level + 1) : text);
    switch (token.type) {
      case 'strong':
        return style.bold(inner());
      case 'em':
        return style.italic(inner());
      case 'del':
        return style.strikethrough(inner());
      case 'codespan':
        return style.cyan(text);
      case 'br':
        return '\n';
      case 'link': {
        const { href } = token as MarkdownTokens.Link;
        return text === href || href === `mailto:${text}`
          ? inner()
          : `${inner()} ${style.dim(`(${visible(href)})`)}`;
      }
      case 'text':
        return inner();
      default:
        return text;
    }
  }

  const wrapLines = (text: string, columns: number) => wrap(text, Math.max(1, columns)).split('\n');
  const prefixLines = (lines: readonly string[], first: string, rest: string) =>
    lines.map((line, index) => (index === 0 ? first : rest) + line);

  const drawRaw = (token: MarkdownToken, columns: number) => wrapLines(visible(token.raw).trimEnd(), columns);

  function block(token: MarkdownToken, columns: number, level = 1): readonly string[] {
    if (level > MAX_LEVEL || (level > 1 && columns < MIN_COLUMN)) return drawRaw(token, columns);
    switch (token.type) {
      case 'space':
        return [];
      case 'heading': {
        const { depth, tokens } = token as MarkdownTokens.Heading;
        const heading = depth === 1 ? style.bold.underline : style.bold;
        return wrapLines(inline(tokens), columns).map((line) => heading(line));
      }
      case 'code': {
        const { text, lang } = token as MarkdownTokens.Code;
        const about = lang ? wrapLines(visible(lang), columns).map((line) => style.dim(line)) : [];
        const lines = visible(text)
          .split('\n')
          .flatMap((line) => wrapLines(line, columns - 2).map((part) => `  ${style.cyan(part)}`));
        return [...about, ...lines];
      }
      case 'blockquote': {
        const lines = joinBlocks((token.tokens ?? []).map((inner) => block(inner, columns - 2, level + 1)));
        return prefixLines(lines, style.dim(`${bar} `), style.dim(`${bar} `));
      }
      case 'list':
        return list(token as MarkdownTokens.List, columns, level + 1);
      case 'table':
        return table(token as MarkdownTokens.Table, columns);
      case 'hr':
        return [style.dim(rule.repeat(Math.min(columns, 40)))];
      case 'def':
      case 'html':
        return drawRaw(token, columns);
      default:
        return wrapLines(inlineToken({ ...token, type: 'text' } as MarkdownToken, 0), columns);
    }
  }

  function list(token: MarkdownTokens.List, columns: number, level: number): readonly string[] {
    const { items, ordered, loose } = token;
    const numbers = getListNumbers(token);
    const blocks = items.map((item, index) => {
      const bullet = ordered ? `${numbers[index]}. ` : unicode ? '• ' : '- ';
      const mark = bullet + (item.task ? (item.checked ? '[x] ' : '[ ] ') : '');
      const parts = item.tokens
        .filter(({ type }) => type !== 'checkbox')
        .map((inner) => block(inner, columns - mark.length, level));
      const lines = loose ? joinBlocks(parts) : parts.flat();
      return prefixLines(lines.length === 0 ? [''] : lines, mark, ' '.repeat(mark.length));
    });
    return loose ? joinBlocks(blocks) : blocks.flat();
  }

  function table(token: MarkdownTokens.Table, columns: number): readonly string[] {
    const { header, rows, align } = token;
    const separator = ` ${style.dim(bar)} `;
    const texts = [header, ...rows].map((row) =>
      row.map(({ tokens }) => inline(tokens).replaceAll('\n', ' ')),
    );
    const textWidths = header.map((_, index) =>
      Math.max(1, ...texts.map((row) => getWidth(row[index] ?? ''))),
    );
    const room = columns - 3 * (header.length - 1);
    const fair = Math.floor(room / header.length);
    const fits = textWidths.reduce((sum, width) => sum + width, 0) <= room;
    // Each line of a long cell would repeat all other columns.
    if (!fits && room < MIN_COLUMN * header.length) return drawRaw(token, columns);
    const widths = fits ? textWidths : textWidths.map((width) => Math.min(width, fair));
    const drawRow = (row: readonly string[]) => {
      const cells = widths.map((width, index) => wrapLines(row[index] ?? '', width));
      const height = Math.max(...cells.map(({ length }) => length));
      return Array.from({ length: height }, (_, line) =>
        widths
          .map((width, index) =>
            pad(cells[index]![line] ?? '', width, align[index] === 'right' ? 'right' : 'left'),
          )
          .join(separator)
          .trimEnd(),
      );
    };
    const [names = [], ...others] = texts;
    const line = style.dim(
      widths.map((width) => rule.repeat(width)).join(rule + (unicode ? '┼' : '+') + rule),
    );
    return [...drawRow(names.map((name) => style.bold(name))), line, ...others.flatMap(drawRow)];
  }

  return block;
}

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
