import { indented, wrapWords } from './wrap-words.ts';

/** A thing and what is said about it. */
export interface HelpEntry {
  readonly term: string;
  readonly text: string;
}

/** Entries below a title, which ends with a colon. */
export interface HelpSection {
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

/** The help of a command. */
export interface HelpContent {
  /** How it is called, for example `tryout models <task> [options]`. */
  readonly usage: string;
  readonly description: string;
  readonly sections: readonly HelpSection[];
}

/** Cells in a line where nobody tells. */
export const DEFAULT_WIDTH = 80;

const INDENT = 2;
const GAP = 2;
/** Cells that a text beside its term has at least; in fewer it stands below. */
const LEAST_ROOM = 36;

/** Help within a width: texts stand beside their terms, or below them where the terminal is narrow. */
export function helpText({ usage, description, sections }: HelpContent, columns: number): string {
  const filled = sections.filter(({ entries }) => entries.length > 0);
  const terms = filled.flatMap(({ entries }) => entries.filter(({ text }) => text !== ''));
  const beside = Math.max(0, ...terms.map(({ term }) => term.length)) + INDENT + GAP;
  const draw =
    columns - beside < LEAST_ROOM
      ? ({ term, text }: HelpEntry) => drawStacked(term, text, columns)
      : ({ term, text }: HelpEntry) => drawBeside(term, text, beside, columns);
  const blocks = [
    wrapWords(`Usage: ${usage}`, columns),
    wrapWords(description, columns),
    ...filled.map(({ title, entries }) => [...wrapWords(title, columns), ...entries.flatMap(draw)]),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function drawBeside(term: string, text: string, beside: number, columns: number): readonly string[] {
  if (text === '') return indented(term, INDENT, columns);
  return wrapWords(text, columns - beside).map((line, index) =>
    index === 0 ? `${' '.repeat(INDENT)}${term}`.padEnd(beside) + line : ' '.repeat(beside) + line,
  );
}

function drawStacked(term: string, text: string, columns: number): readonly string[] {
  return [
    ...indented(term, INDENT, columns),
    ...(text === '' ? [] : indented(text, INDENT + INDENT, columns)),
  ];
}
