import type { FileInput, FilePlaceholder } from '../../fields/index.ts';
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
import { javascriptSyntax, jsonString, literal, WIDTH } from '../literals.ts';

/** The names that code uses from Node's modules. */
const modules = {
  'node:fs': ['openAsBlob'],
  'node:fs/promises': ['readFile', 'writeFile'],
  'node:readline': ['createInterface'],
  'node:stream': ['Readable'],
};

export function importLines(code: string, others: readonly string[] = []): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const moduleImports = Object.entries(modules).flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}[.(]`).test(bare));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from "${module}";`];
  });
  const lines = [...moduleImports, ...others];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

export function downloadLines(body: RequestBody): string[] {
  return downloads(body).flatMap(({ url, path }) => [
    `const example = await fetch(${jsonString(url)});`,
    'if (!example.ok) throw new Error(`${example.status} ${example.url}`);',
    `await writeFile(${jsonString(path)}, example.body);`,
    '',
  ]);
}

export function javascriptToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: jsonString(token.text), bearer: jsonString(`Bearer ${token.text}`) };
  }
  return { token: `process.env.${token.name}`, bearer: `\`Bearer \${process.env.${token.name}}\`` };
}

export function readFileExpression(file: FileInput): string {
  return `await readFile(${jsonString(filePath(file))})`;
}

function inJson({ file, encoding, contentType }: FilePlaceholder): string {
  const text = `await readFile(${jsonString(filePath(file))}, "base64")`;
  return encoding === 'data-url' ? `${jsonString(`data:${contentType};base64,`)} + (${text})` : text;
}

export const syntaxWithFiles = javascriptSyntax(inJson);

function blobExpression(file: FileInput): string {
  const type = `{ type: ${jsonString(file.contentType)} }`;
  // A pipe has no size, which `openAsBlob` needs.
  return file.path === '-'
    ? `new Blob([${readFileExpression(file)}], ${type})`
    : `await openAsBlob(${jsonString(filePath(file))}, ${type})`;
}

export const syntaxWithBlobs = javascriptSyntax(({ file }) => blobExpression(file));

/** A template literal for `output-1.wav`. */
function numbered(file: string): string {
  const escaped = jsonString(file).slice(1, -1).replace(/[`$]/g, '\\$&');
  return `\`${withNumber(escaped, '${index + 1}')}\``;
}

export function argumentObject(entries: Payload): string {
  const rows = Object.entries(entries).map(([name, value]) => {
    const head = `  ${syntaxWithBlobs.key(name)}: `;
    return `${head}${literal(value, syntaxWithBlobs, 1, head.length + 1)},\n`;
  });
  return `{\n${rows.join('')}}`;
}

export function construction(name: string, first: readonly string[], options: readonly string[]): string {
  const flat = `new ${name}(${[...first, `{ ${options.join(', ')} }`].join(', ')})`;
  if (options.length === 1 && flat.length <= WIDTH - 'const client = ;'.length) return flat;
  return `new ${name}(${[...first, `{\n${options.map((row) => `  ${row},\n`).join('')}}`].join(', ')})`;
}

/** Sends a chat and prints its text, streamed as it arrives. */
export function chatLines(call: string, answer: ExpectedResponse): string[] {
  if (answer.kind !== 'stream') {
    return [`const completion = await ${call};`, 'console.log(completion.choices[0].message.content);'];
  }
  return [
    `const stream = ${call};`,
    'for await (const chunk of stream) {',
    '  process.stdout.write(chunk.choices?.[0]?.delta?.content ?? "");',
    '}',
    'console.log();',
  ];
}

export const printing = (expression: string) => `console.log(JSON.stringify(${expression}, null, 2));`;

/** Saves the files in a list of labels and prints the labels. */
export function savingParts(
  parts: string,
  { file, entry }: Extract<ExpectedResponse, { kind: 'parts' }>,
): string[] {
  return [
    `for (const [index, part] of ${parts}.entries()) {`,
    `  await writeFile(${numbered(file)}, part.${entry}, "base64");`,
    `  console.log(index + 1, part.label${entry === 'mask' ? ', part.score' : ''});`,
    '}',
  ];
}
