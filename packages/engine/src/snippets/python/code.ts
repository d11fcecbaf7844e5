import { type FileInput, type FilePlace, isFilePlace, type JsonTemplate } from '../../fields/index.ts';
import type { RequestBody } from '../../http/index.ts';
import type { SnippetAnswer, SnippetToken, TokenExpressions } from '../client.ts';
import { aroundNumber, downloads, filePath } from '../files.ts';
import { literal, pythonString, pythonSyntax, WIDTH } from '../literals.ts';

/** What of Python's own library code may use, by what it looks like there. */
const standard: readonly (readonly [use: RegExp, line: string])[] = [
  [/\bbase64\./, 'import base64'],
  [/\bjson\.loads\(/, 'import json'],
  [/\bos\.environ\[/, 'import os'],
  [/\burllib\.request\./, 'import urllib.request'],
  [/\bPath\(/, 'from pathlib import Path'],
];

/** The imports of a piece of code: of the standard library what it uses, then the given ones. Ends with an empty line. */
export function importLines(code: string, others: readonly string[]): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, (text, offset: number) =>
    code[offset - 1] === 'f' ? text : '""',
  );
  const own = standard.filter(([use]) => use.test(bare)).map(([, line]) => line);
  return [...(own.length > 0 ? [...own, ''] : []), ...others.map(importLine), ''].join('\n');
}

function importLine(other: string): string {
  return other.includes(' ') ? other : `import ${other}`;
}

/** Lines that download the files that the code reads. */
export function downloadLines(body: RequestBody): string[] {
  return downloads(body).map(
    ({ url, path }) => `urllib.request.urlretrieve(${pythonString(url)}, ${pythonString(path)})`,
  );
}

/** Undefined where no token is sent. */
export function pythonToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: pythonString(token.text), bearer: pythonString(`Bearer ${token.text}`) };
  }
  return { token: `os.environ["${token.name}"]`, bearer: `f"Bearer {os.environ['${token.name}']}"` };
}

/** https://docs.python.org/3/reference/lexical_analysis.html#keywords, and the one name that nothing may be given. */
const taken = new Set(
  (
    'False None True __debug__ and as assert async await break class continue def del elif else except finally for ' +
    'from global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether a text can stand in Python as the name of an argument, a class or a module. */
export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !taken.has(text);
}

/** An expression for the bytes of a file. */
export function readFileExpression(file: FileInput): string {
  return `Path(${pythonString(filePath(file))}).read_bytes()`;
}

function inJson({ file, encoding, contentType }: FilePlace): string {
  const text = `base64.b64encode(${readFileExpression(file)}).decode()`;
  return encoding === 'data-url' ? `${pythonString(`data:${contentType};base64,`)} + ${text}` : text;
}

/** Python's way to write JSON whose files are read where they stand. */
export const syntaxWithFiles = pythonSyntax(inJson);

/** An f-string for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    pythonString(text.replace(/[{}]/g, '$&$&')).slice(1, -1),
  );
  return `f"${before}-{number}${after}"`;
}

/** An argument of a call: a value, or code that stands for one. */
export interface PythonArgument {
  /** Positional without it. */
  readonly name?: string;
  readonly value?: JsonTemplate;
  readonly code?: string;
  /** A dictionary whose entries are the arguments. */
  readonly unpacked?: boolean;
  /** Why it is there, where that needs saying: a line above it. */
  readonly comment?: string;
}

function prefixOf({ name, unpacked = false }: PythonArgument): string {
  if (unpacked) return '**';
  return name === undefined ? '' : `${name}=`;
}

/**
 * A call in one line where it fits, else an argument a line.
 * @param head what stands in front of the parenthesis
 */
export function pythonCall(head: string, given: readonly PythonArgument[]): string {
  const flat = given.map((one) => prefixOf(one) + (one.code ?? inOneLine(one.value ?? null)));
  const line = `${head}(${flat.join(', ')})`;
  if (line.length <= WIDTH && given.every(({ comment }) => comment === undefined)) return line;
  const rows = given.map((one) => {
    const prefix = `    ${prefixOf(one)}`;
    const value = one.code ?? literal(one.value ?? null, syntaxWithFiles, 1, prefix.length + 1);
    return `${one.comment === undefined ? '' : `    # ${one.comment}\n`}${prefix}${value},\n`;
  });
  return `${head}(\n${rows.join('')})`;
}

function inOneLine(value: JsonTemplate): string {
  return literal(value, syntaxWithFiles, 0, Number.NEGATIVE_INFINITY);
}

const CREATE = 'client.chat.completions.create';

/** Lines that ask a `client` for a chat completion and print its text, as it comes where it is streamed. */
export function chatLines(given: readonly PythonArgument[], { kind }: SnippetAnswer): string[] {
  if (kind !== 'stream') {
    return [pythonCall(`completion = ${CREATE}`, given), 'print(completion.choices[0].message.content)'];
  }
  return [
    pythonCall(`stream = ${CREATE}`, given),
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
    'print()',
  ];
}

/** The arguments of a chat: what the method has a name for by its name, the rest in `extra_body`. */
export function chatArguments(
  body: Readonly<Record<string, PythonArgument['value']>>,
  names: ReadonlySet<string>,
): PythonArgument[] {
  const entries = Object.entries(body);
  const others = entries.filter(([name]) => !names.has(name));
  return [
    ...entries.filter(([name]) => names.has(name)).map(([name, value]) => ({ name, value })),
    ...(others.length === 0
      ? []
      : [{ name: 'extra_body', value: Object.fromEntries(others) as PythonArgument['value'] }]),
  ];
}

/** Whether an object anywhere in JSON has an entry of null. Nulls in lists are not meant. */
export function hasNullEntry(json: JsonTemplate): boolean {
  return entriesOf(json).some(([, value]) => (value === null && !Array.isArray(json)) || hasNullEntry(value));
}

/** Whether a text anywhere in JSON, names among them, holds half of a surrogate pair, which UTF-8 cannot say. */
export function hasLoneSurrogate(json: JsonTemplate): boolean {
  const isBroken = (text: string) => /\p{Cs}/u.test(text);
  if (typeof json === 'string') return isBroken(json);
  return entriesOf(json).some(([name, value]) => isBroken(name) || hasLoneSurrogate(value));
}

function entriesOf(json: JsonTemplate): [name: string, value: JsonTemplate][] {
  if (typeof json !== 'object' || json === null || isFilePlace(json)) return [];
  return Object.entries(json as Readonly<Record<string, JsonTemplate>>);
}
