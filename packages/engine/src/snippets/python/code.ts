import type { FileInput, FilePlaceholder, JsonTemplate } from '../../fields/index.ts';
import type { RequestBody } from '../../http/index.ts';
import type { Payload } from '../../tasks/index.ts';
import {
  downloads,
  filePath,
  withNumber,
  type ExpectedResponse,
  type SnippetToken,
  type TokenExpressions,
} from '../client.ts';
import { literal, pythonString, pythonSyntax, WIDTH } from '../literals.ts';

/** Imports from the standard library, and the code that needs them. */
const standard: readonly (readonly [use: RegExp, line: string])[] = [
  [/\bbase64\./, 'import base64'],
  [/\bjson\.loads\(/, 'import json'],
  [/\bos\.environ\[/, 'import os'],
  [/\burllib\.request\./, 'import urllib.request'],
  [/\bPath\(/, 'from pathlib import Path'],
];

/** The imports of some code: those it uses of the standard library, then the given ones and an empty line. */
export function importLines(code: string, others: readonly string[]): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, (text, offset: number) =>
    code[offset - 1] === 'f' ? text : '""',
  );
  const standardImports = standard.filter(([use]) => use.test(bare)).map(([, line]) => line);
  return [...(standardImports.length > 0 ? [...standardImports, ''] : []), ...others, ''].join('\n');
}

export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

export function downloadLines(body: RequestBody): string[] {
  return downloads(body).map(
    ({ url, path }) => `urllib.request.urlretrieve(${pythonString(url)}, ${pythonString(path)})`,
  );
}

export function pythonToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: pythonString(token.text), bearer: pythonString(`Bearer ${token.text}`) };
  }
  return { token: `os.environ["${token.name}"]`, bearer: `f"Bearer {os.environ['${token.name}']}"` };
}

/** https://docs.python.org/3/reference/lexical_analysis.html#keywords, and `__debug__`, which cannot be assigned. */
const taken = new Set(
  words(`
    False None True __debug__ and as assert async await break class continue def del elif else except
    finally for from global if import in is lambda nonlocal not or pass raise return try while with yield
  `),
);

export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !taken.has(text);
}

export function readFileExpression(file: FileInput): string {
  return `Path(${pythonString(filePath(file))}).read_bytes()`;
}

function inJson({ file, encoding, contentType }: FilePlaceholder): string {
  const text = `base64.b64encode(${readFileExpression(file)}).decode()`;
  return encoding === 'data-url' ? `${pythonString(`data:${contentType};base64,`)} + ${text}` : text;
}

export const syntaxWithFiles = pythonSyntax(inJson);

/** An f-string for `output-1.wav`. */
export function numbered(file: string): string {
  return `f${withNumber(pythonString(file.replace(/[{}]/g, '$&$&')).slice(0, -1), '{number}')}"`;
}

export interface PythonArgument {
  /** Without a name it is positional. */
  readonly name?: string;
  readonly value?: JsonTemplate;
  readonly code?: string;
  /** A dictionary of arguments: `**value`. */
  readonly unpacked?: boolean;
  /** Printed on the line above it. */
  readonly comment?: string | undefined;
}

function getPrefix({ name, unpacked = false }: PythonArgument): string {
  if (unpacked) return '**';
  return name === undefined ? '' : `${name}=`;
}

/**
 * A call on one line if it fits, otherwise with one argument per line.
 * @param head the code in front of the parenthesis
 */
export function pythonCall(head: string, pythonArguments: readonly PythonArgument[]): string {
  const flat = pythonArguments.map((one) => getPrefix(one) + (one.code ?? onOneLine(one.value ?? null)));
  const line = `${head}(${flat.join(', ')})`;
  if (line.length <= WIDTH && pythonArguments.every(({ comment }) => comment === undefined)) return line;
  const rows = pythonArguments.map((one) => {
    const prefix = `    ${getPrefix(one)}`;
    const value = one.code ?? literal(one.value ?? null, syntaxWithFiles, 1, prefix.length + 1);
    return `${one.comment === undefined ? '' : `    # ${one.comment}\n`}${prefix}${value},\n`;
  });
  return `${head}(\n${rows.join('')})`;
}

function onOneLine(value: JsonTemplate): string {
  return literal(value, syntaxWithFiles, 0, Number.NEGATIVE_INFINITY);
}

const CREATE = 'client.chat.completions.create';

/** Sends a chat and prints its text, streamed as it arrives. */
export function chatLines(pythonArguments: readonly PythonArgument[], { kind }: ExpectedResponse): string[] {
  if (kind !== 'stream') {
    return [
      pythonCall(`completion = ${CREATE}`, pythonArguments),
      'print(completion.choices[0].message.content)',
    ];
  }
  return [
    pythonCall(`stream = ${CREATE}`, pythonArguments),
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
    'print()',
  ];
}

/** The arguments of a chat, those without a name in `extra_body`. */
export function chatArguments(body: Payload, names: ReadonlySet<string>): PythonArgument[] {
  const entries = Object.entries(body);
  const others = entries.filter(([name]) => !names.has(name));
  return [
    ...entries.filter(([name]) => names.has(name)).map(([name, value]) => ({ name, value })),
    ...(others.length === 0 ? [] : [{ name: 'extra_body', value: Object.fromEntries(others) }]),
  ];
}
