import { isFilePlace, jsonFileOf, type FilePlace, type JsonTemplate } from '../../fields/index.ts';

/** How a language writes JSON's values. */
export interface LiteralSyntax {
  string(text: string): string;
  /** The name of an entry, without what separates it from the value. */
  key(name: string): string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  /** An expression for a file's text in the body. */
  file(place: FilePlace): string;
  /** An expression for the value that a JSON file holds; without it the value is written out. */
  readonly jsonFile?: (path: string) => string;
  /** One step of indentation. */
  readonly indent: string;
  /** What stands inside the braces of an object in one line. */
  readonly padding: string;
  /** What follows the last entry where each has its own line. */
  readonly lastComma: string;
}

/** Entries that stand deeper are not put on lines of their own: the indentation alone would fill the page. */
const DEEPEST_INDENTED = 20;

/** Characters in a line, where that can be. */
export const WIDTH = 88;

/**
 * A value as an expression: in one line where it fits, else an entry a line.
 * @param column where the expression begins; lines after the first are indented by `level` steps
 */
export function literal(value: JsonTemplate, syntax: LiteralSyntax, level = 0, column = 0): string {
  const flat = inOneLine(value, syntax);
  if (
    column + flat.length <= WIDTH ||
    !isNested(value) ||
    fromFile(value, syntax) !== undefined ||
    level > DEEPEST_INDENTED
  )
    return flat;
  const outer = syntax.indent.repeat(level);
  const inner = outer + syntax.indent;
  const write = (entry: JsonTemplate, head = '') =>
    `${inner}${head}${literal(entry, syntax, level + 1, inner.length + head.length + 1)}`;
  if (Array.isArray(value)) {
    const rows = (value as readonly JsonTemplate[]).map((entry) => write(entry));
    return `[\n${rows.join(',\n')}${syntax.lastComma}\n${outer}]`;
  }
  const rows = Object.entries(value as object).map(([name, entry]) =>
    write(entry as JsonTemplate, `${syntax.key(name)}: `),
  );
  return `{\n${rows.join(',\n')}${syntax.lastComma}\n${outer}}`;
}

/** Whether a value has entries that can each have a line. */
function isNested(value: JsonTemplate): boolean {
  return typeof value === 'object' && value !== null && !isFilePlace(value) && Object.keys(value).length > 0;
}

function fromFile(value: JsonTemplate, { jsonFile }: LiteralSyntax): string | undefined {
  const path = jsonFile && jsonFileOf(value);
  return path === undefined ? undefined : jsonFile?.(path);
}

function inOneLine(value: JsonTemplate, syntax: LiteralSyntax): string {
  const read = fromFile(value, syntax);
  if (read !== undefined) return read;
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value === 'number') return JSON.stringify(value);
  if (value === null) return syntax.null;
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (isFilePlace(value)) return syntax.file(value);
  if (Array.isArray(value)) {
    return `[${(value as readonly JsonTemplate[]).map((entry) => inOneLine(entry, syntax)).join(', ')}]`;
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const rows = entries.map(
    ([name, entry]) => `${syntax.key(name)}: ${inOneLine(entry as JsonTemplate, syntax)}`,
  );
  return rows.length === 0 ? '{}' : `{${syntax.padding}${rows.join(', ')}${syntax.padding}}`;
}
