interface HelpEntry {
  readonly term: string;
  readonly text: string;
}

/** Entries below a title that ends with a colon. */
export interface HelpSection {
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

interface HelpContent {
  /** For example `tryout models <task> [options]`. */
  readonly usage: string;
  readonly description: string;
  readonly sections: readonly HelpSection[];
}

export const DEFAULT_WIDTH = 80;

const INDENT = 2;
const GAP = 2;
/** Narrower descriptions go below their terms. */
const MIN_DESCRIPTION_WIDTH = 36;

export function helpText({ usage, description, sections }: HelpContent, columns: number): string {
  const filled = sections.filter(({ entries }) => entries.length > 0);
  const described = filled.flatMap(({ entries }) => entries).filter(({ text }) => text !== '');
  const offset = Math.max(0, ...described.map(({ term }) => term.length)) + INDENT + GAP;
  const draw = ({ term, text }: HelpEntry) => {
    if (text === '') return indented(term, INDENT, columns);
    if (columns - offset < MIN_DESCRIPTION_WIDTH)
      return [...indented(term, INDENT, columns), ...indented(text, 2 * INDENT, columns)];
    return wrapWords(text, columns - offset).map(
      (line, index) => (index === 0 ? ' '.repeat(INDENT) + term : '').padEnd(offset) + line,
    );
  };
  const blocks = [
    wrapWords(`Usage: ${usage}`, columns),
    wrapWords(description, columns),
    ...filled.map(({ title, entries }) => [...wrapWords(title, columns), ...entries.flatMap(draw)]),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** Wraps lines wider than the terminal and keeps their indentation. */
export function fitLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const words = line.trimStart();
      return line.length <= columns ? [line] : indented(words, line.length - words.length, columns);
    })
    .join('\n');
}

function indented(text: string, indent: number, columns: number): readonly string[] {
  const used = Math.min(indent, Math.floor(columns / 4));
  return wrapWords(text, Math.max(columns - used, 1)).map((line) => ' '.repeat(used) + line);
}

/** Wraps ASCII text between words, and within words longer than a line. */
function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}
