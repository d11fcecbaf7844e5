import { aroundNumber } from '../files.ts';
import { jsonString } from '../literals/index.ts';
import { OWN_FORM, type SnippetAnswer } from '../snippet-context.ts';

/** Prints a value as JSON. */
export const printing = (expression: string) => `console.log(JSON.stringify(${expression}, null, 2));`;

const saving = (file: string) =>
  `await writeFile(${jsonString(file)}, new Uint8Array(await response.arrayBuffer()));`;

/** What is done with the `response` of fetch. */
export function readingLines(answer: SnippetAnswer): string[] {
  switch (answer.kind) {
    case 'stream':
      return [
        'let rest = "";',
        'for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {',
        '  const lines = (rest + piece).split("\\n");',
        '  rest = lines.pop();',
        '  for (const line of lines) {',
        '    const data = line.slice("data:".length).trim();',
        '    if (!line.startsWith("data:") || data === "[DONE]") continue;',
        '    const event = JSON.parse(data);',
        '    if (event.error) throw new Error(JSON.stringify(event.error));',
        '    process.stdout.write(event.choices[0]?.delta?.content ?? "");',
        '  }',
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
    case 'own-form':
      return [
        `// ${OWN_FORM}`,
        'if (response.headers.get("Content-Type")?.includes("json")) {',
        `  ${printing('await response.json()')}`,
        '} else {',
        `  ${saving(answer.file)}`,
        '}',
      ];
    case 'tracks':
      return savingTracks('(await response.json())', answer.file);
  }
}

/** Saves each track of a list under the file's name with its number. */
export function savingTracks(tracks: string, file: string): string[] {
  return [
    `for (const [index, { blob }] of ${tracks}.entries()) {`,
    `  await writeFile(${numbered(file)}, blob, "base64");`,
    '}',
  ];
}

/** A template for `output.wav` with the number in front of the ending. */
function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    jsonString(text).slice(1, -1).replace(/[`$]/g, '\\$&'),
  );
  return `\`${before}-\${index + 1}${after}\``;
}
