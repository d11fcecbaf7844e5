import type { JsonTemplate } from '../../fields/index.ts';
import { literal, WIDTH } from '../literals/index.ts';
import type { SnippetAnswer } from '../snippet-context.ts';
import { syntaxWithBlobs } from './blob.ts';

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
