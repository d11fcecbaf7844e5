import { type FilePlace, isFilePlace, jsonFileOf, type JsonTemplate } from '../fields/index.ts';

/**
 * Characters that nobody sees in a line of code, or that steer what shows it (F1, F3): controls, format characters,
 * lone surrogates, unassigned ones, and all spaces but the common one. Code writes them as escapes.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A text in which each character that nobody sees is replaced by its escape. */
export function escapeUnseen(text: string, escape: (character: string) => string): string {
  return text.replace(unseen, escape);
}

function holdsUnseen(text: string): boolean {
  return text.search(unseen) !== -1;
}

/** `\u202e` and the like, a pair of them for characters beyond the first plane: as JSON and JavaScript write them. */
export function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A JSON text in which nothing unseen stands; it says the same. */
export function plainJson(json: string): string {
  return escapeUnseen(json, (character) => (character === '\n' ? character : unicodeEscape(character)));
}

/** A text between double quotes, as JSON and JavaScript read it. */
export function jsonString(text: string): string {
  return plainJson(JSON.stringify(text));
}

/** JSON itself, spread over lines where it is long. Holds no files. */
export const jsonSyntax: LiteralSyntax = {
  string: jsonString,
  key: jsonString,
  null: 'null',
  true: 'true',
  false: 'false',
  file: () => {
    throw new TypeError('JSON holds no files');
  },
  indent: '  ',
  padding: ' ',
  lastComma: '',
};

/** One word of a POSIX shell that stands for exactly this text: nothing in it is expanded or run. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return holdsUnseen(text) ? ansiQuoted(text) : shellLines(text);
}

/** The same for a text that holds nothing unseen but newlines of our own making, which stay as they are. */
export function shellLines(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes of bash, zsh and ksh with escapes; octal ones, since they mean bytes in every locale. */
function ansiQuoted(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&');
  return `$'${escapeUnseen(escaped, octal)}'`;
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}

/** A Python string literal. */
export function pythonString(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${escapeUnseen(escaped, pythonEscape)}"`;
}

function pythonEscape(character: string): string {
  const named = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[character];
  if (named !== undefined) return named;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Python's way to write JSON's values. */
export function pythonSyntax(file: (place: FilePlace) => string): LiteralSyntax {
  return {
    string: pythonString,
    key: pythonString,
    null: 'None',
    true: 'True',
    false: 'False',
    file,
    jsonFile: (path) => `json.loads(Path(${pythonString(path)}).read_bytes())`,
    indent: '    ',
    padding: '',
    lastComma: ',',
  };
}

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

/** JavaScript's way to write JSON's values. */
export function javascriptSyntax(file: (place: FilePlace) => string): LiteralSyntax {
  return {
    string: jsonString,
    key: keyOf,
    null: 'null',
    true: 'true',
    false: 'false',
    file,
    jsonFile: (path) => `JSON.parse(await readFile(${jsonString(path)}, "utf8"))`,
    indent: '  ',
    padding: ' ',
    lastComma: ',',
  };
}

/** Plainly written, `__proto__` would set the prototype. */
function keyOf(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsonString(name);
}
