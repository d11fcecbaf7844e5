import { isFilePlaceholder, getJsonFile, type FilePlaceholder, type JsonTemplate } from '../fields/index.ts';
import { unicodeEscape } from '../text/index.ts';

/** Characters that are invisible or change the display of a line. Code contains them as escapes. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function escapeInvisible(text: string, escape: (character: string) => string): string {
  return text.replace(invisible, escape);
}

/** The same JSON without invisible characters. */
export function plainJson(json: string): string {
  return escapeInvisible(json, (character) => (character === '\n' ? character : unicodeEscape(character)));
}

export function jsonString(text: string): string {
  return plainJson(JSON.stringify(text));
}

/** Bytes; Linux allows 128 KiB. */
const MAX_ARGUMENT = 100_000;

/** Whether every system allows a text as an argument; longer ones go through standard input. */
export function fitsArgument(text: string): boolean {
  return new TextEncoder().encode(text).length < MAX_ARGUMENT;
}

/** A string quoted as one word of a POSIX shell, without expansions. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  if (text.search(invisible) === -1) return shellLines(text);
  // Octal escapes mean bytes in every locale.
  const octal = (character: string) =>
    [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return `$'${escapeInvisible(text.replace(/[\\']/g, '\\$&'), octal)}'`;
}

/** The same for a string without invisible characters; line breaks are kept. */
export function shellLines(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function pythonString(text: string): string {
  return `"${escapeInvisible(text.replace(/["\\]/g, '\\$&'), pythonEscape)}"`;
}

function pythonEscape(character: string): string {
  const named = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[character];
  if (named !== undefined) return named;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

export interface LiteralSyntax {
  string(text: string): string;
  key(name: string): string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  /** An expression for a file's text in the body. */
  file(place: FilePlaceholder): string;
  /** An expression for the value in a JSON file; by default the value is written out. */
  readonly jsonFile?: (path: string) => string;
  readonly indent: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
  /** After the last of several lines. */
  readonly lastComma: string;
}

export const jsonSyntax: LiteralSyntax = {
  string: jsonString,
  key: jsonString,
  null: 'null',
  true: 'true',
  false: 'false',
  file: () => {
    throw new TypeError('JSON cannot contain files');
  },
  indent: '  ',
  padding: ' ',
  lastComma: '',
};

export function pythonSyntax(file: (place: FilePlaceholder) => string): LiteralSyntax {
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

export function javascriptSyntax(file: (place: FilePlaceholder) => string): LiteralSyntax {
  return {
    ...jsonSyntax,
    key: javascriptKey,
    file,
    jsonFile: (path) => `JSON.parse(await readFile(${jsonString(path)}, "utf8"))`,
    lastComma: ',',
  };
}

/** Without brackets, `__proto__` would set the prototype. */
function javascriptKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsonString(name);
}

/** Values that are nested deeper are not split into indented lines. */
const MAX_INDENTED_LEVEL = 20;

/** Characters in a line, if possible. */
export const WIDTH = 88;

/**
 * A value as an expression: on one line if it fits, otherwise one entry per line.
 * @param column where the expression begins; lines after the first are indented by `level` steps
 */
export function literal(value: JsonTemplate, syntax: LiteralSyntax, level = 0, column = 0): string {
  const flat = onOneLine(value, syntax);
  const entries = listEntries(value, syntax);
  const isShort = column + flat.length <= WIDTH || level > MAX_INDENTED_LEVEL;
  if (isShort || entries.length === 0) return flat;
  const outer = syntax.indent.repeat(level);
  const inner = outer + syntax.indent;
  const lines = entries.map(
    ([key, entry]) => inner + key + literal(entry, syntax, level + 1, inner.length + key.length + 1),
  );
  const text = `\n${lines.join(',\n')}${syntax.lastComma}\n${outer}`;
  return Array.isArray(value) ? `[${text}]` : `{${text}}`;
}

function onOneLine(value: JsonTemplate, syntax: LiteralSyntax): string {
  const path = getJsonFile(value);
  if (path !== undefined && syntax.jsonFile) return syntax.jsonFile(path);
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value === 'number') return JSON.stringify(value);
  if (value === null) return syntax.null;
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (isFilePlaceholder(value)) return syntax.file(value);
  const entries = listEntries(value, syntax).map(([key, entry]) => key + onOneLine(entry, syntax));
  if (Array.isArray(value)) return `[${entries.join(', ')}]`;
  return entries.length === 0 ? '{}' : `{${syntax.padding}${entries.join(', ')}${syntax.padding}}`;
}

/** The entries of a list or an object that is written out, after their keys; none for other values. */
function listEntries(value: JsonTemplate, syntax: LiteralSyntax): [key: string, entry: JsonTemplate][] {
  if (typeof value !== 'object' || value === null || isFilePlaceholder(value)) return [];
  if (syntax.jsonFile && getJsonFile(value) !== undefined) return [];
  if (Array.isArray(value)) return (value as readonly JsonTemplate[]).map((entry) => ['', entry]);
  return Object.entries(value as Readonly<Record<string, JsonTemplate | undefined>>).flatMap(
    ([name, entry]) => (entry === undefined ? [] : [[`${syntax.key(name)}: `, entry]]),
  );
}
