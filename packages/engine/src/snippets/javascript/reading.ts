import { jsonString } from '../literals/index.ts';
import { OWN_FORM } from '../own-form.ts';
import type { SnippetAnswer, SnippetContext } from '../snippet-context.ts';
import { numbered } from './numbered.ts';

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
