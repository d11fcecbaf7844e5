import type { FileInput, FilePlace, JsonTemplate } from '../../fields/index.ts';
import type { RequestBody } from '../../http/index.ts';
import {
  OWN_FORM,
  type SnippetAnswer,
  type SnippetContext,
  type SnippetToken,
  type TokenExpressions,
} from '../client.ts';
import { aroundNumber, downloads, filePath } from '../files.ts';
import { javascriptSyntax, jsonString, literal, WIDTH } from '../literals.ts';

/** What of Node's code may use, by module. */
const modules = {
  'node:fs': ['openAsBlob'],
  'node:fs/promises': ['readFile', 'writeFile'],
  'node:readline': ['createInterface'],
  'node:stream': ['Readable'],
};

/** The imports of a piece of code: what it uses of Node's, then the given lines. Ends with an empty line if there are any. */
export function importLines(code: string, others: readonly string[] = []): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const own = Object.entries(modules).flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}[.(]`).test(bare));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from "${module}";`];
  });
  const lines = [...own, ...others];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** Lines that download the files that the code reads. */
export function downloadLines(body: RequestBody): string[] {
  return downloads(body).flatMap(({ url, path }) => [
    `const example = await fetch(${jsonString(url)});`,
    'if (!example.ok) throw new Error(`${example.status} ${example.url}`);',
    `await writeFile(${jsonString(path)}, example.body);`,
    '',
  ]);
}

/** Undefined where no token is sent. */
export function javascriptToken(token: SnippetToken): TokenExpressions | undefined {
  if (token.kind === 'none') return undefined;
  if (token.kind === 'text') {
    return { token: jsonString(token.text), bearer: jsonString(`Bearer ${token.text}`) };
  }
  return { token: `process.env.${token.name}`, bearer: `\`Bearer \${process.env.${token.name}}\`` };
}

/** An expression for the bytes of a file. */
export function readFileExpression(file: FileInput): string {
  return `await readFile(${jsonString(filePath(file))})`;
}

function inJson({ file, encoding, contentType }: FilePlace): string {
  const text = `await readFile(${jsonString(filePath(file))}, "base64")`;
  return encoding === 'data-url' ? `${jsonString(`data:${contentType};base64,`)} + (${text})` : text;
}

/** JavaScript's way to write JSON whose files are read where they stand. */
export const syntaxWithFiles = javascriptSyntax(inJson);

/** An expression for a file as a Blob with its media type. */
function blobExpression(file: FileInput): string {
  const type = `{ type: ${jsonString(file.contentType)} }`;
  // What comes through a pipe has no size by which a Blob could be opened.
  return file.path === '-'
    ? `new Blob([${readFileExpression(file)}], ${type})`
    : `await openAsBlob(${jsonString(filePath(file))}, ${type})`;
}

/** JavaScript's way to write arguments in which files are Blobs. */
export const syntaxWithBlobs = javascriptSyntax(({ file }) => blobExpression(file));

/** A template for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    jsonString(text).slice(1, -1).replace(/[`$]/g, '\\$&'),
  );
  return `\`${before}-\${index + 1}${after}\``;
}

/** An argument object with a line for each entry. */
export function argumentObject(entries: Readonly<Record<string, JsonTemplate>>): string {
  const rows = Object.entries(entries).map(([name, value]) => {
    const head = `  ${syntaxWithBlobs.key(name)}: `;
    return `${head}${literal(value, syntaxWithBlobs, 1, head.length + 1)},\n`;
  });
  return `{\n${rows.join('')}}`;
}

/** A `new` expression: its options in one line where that is short, else in a line each. */
export function construction(name: string, first: readonly string[], options: readonly string[]): string {
  if (options.length === 0) return `new ${name}(${first.join(', ')})`;
  const flat = `new ${name}(${[...first, `{ ${options.join(', ')} }`].join(', ')})`;
  if (options.length === 1 && flat.length <= WIDTH - 'const client = ;'.length) return flat;
  return `new ${name}(${[...first, `{\n${options.map((row) => `  ${row},\n`).join('')}}`].join(', ')})`;
}

/** Calls a method that answers a chat in OpenAI's form, and prints the text, streamed as it comes. */
export function chatLines(call: string, answer: SnippetAnswer): string[] {
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

/** Prints a value as JSON. */
export const printing = (expression: string) => `console.log(JSON.stringify(${expression}, null, 2));`;

const saving = (file: string) =>
  `await writeFile(${jsonString(file)}, new Uint8Array(await response.arrayBuffer()));`;

/** What is done with the `response` of fetch. */
export function readingLines({ answer, isOwnForm }: Pick<SnippetContext, 'answer' | 'isOwnForm'>): string[] {
  if (isOwnForm) return [`// ${OWN_FORM}`, 'console.log(await response.text());'];
  switch (answer.kind) {
    case 'stream':
      return [
        'const lines = createInterface({ input: Readable.fromWeb(response.body) });',
        'for await (const line of lines) {',
        '  const data = line.slice("data:".length).trim();',
        '  if (!line.startsWith("data:") || data === "[DONE]") continue;',
        '  const event = JSON.parse(data);',
        '  if (event.error) throw new Error(JSON.stringify(event.error));',
        '  process.stdout.write(event.choices?.[0]?.delta?.content ?? "");',
        '}',
        'console.log();',
      ];
    case 'chat':
      return [
        'const completion = await response.json();',
        'console.log(completion.choices[0].message.content);',
      ];
    case 'json':
      return [printing('await response.json()')];
    case 'media':
      return [saving(answer.file)];
    case 'parts':
      return savingParts('(await response.json())', answer);
  }
}

/** Saves the files in a list of labels, each under the given name with its number, and prints the labels. */
export function savingParts(
  parts: string,
  { file, entry }: Extract<SnippetAnswer, { kind: 'parts' }>,
): string[] {
  return [
    `for (const [index, part] of ${parts}.entries()) {`,
    `  await writeFile(${numbered(file)}, part.${entry}, "base64");`,
    `  console.log(index + 1, part.label${entry === 'mask' ? ', part.score' : ''});`,
    '}',
  ];
}
