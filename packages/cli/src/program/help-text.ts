import { fold } from '../terminal/word-wrap.ts';

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
    const indented = ' '.repeat(INDENT) + term;
    if (text === '') return fold(indented, columns);
    if (columns - offset < MIN_DESCRIPTION_WIDTH)
      return fold(`${indented}\n${' '.repeat(2 * INDENT)}${text}`, columns);
    return indented.padEnd(offset) + fold(text, columns - offset).replaceAll('\n', `\n${' '.repeat(offset)}`);
  };
  const blocks = [
    fold(`Usage: ${usage}`, columns),
    fold(description, columns),
    ...filled.map(({ title, entries }) => [fold(title, columns), ...entries.map(draw)].join('\n')),
  ];
  return blocks.map((block) => `${block}\n`).join('\n');
}
