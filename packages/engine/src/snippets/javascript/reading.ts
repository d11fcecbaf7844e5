import { jsonString } from '../literals/index.ts';
import type { SnippetAnswer } from '../snippet-context.ts';

const printing = 'console.log(JSON.stringify(await response.json(), null, 2));';

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
        '    for (const { delta } of event.choices) process.stdout.write(delta.content ?? "");',
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
      return [printing];
    case 'media':
      return [saving(answer.file)];
    case 'own-form':
      return [
        'if (response.headers.get("Content-Type")?.includes("json")) {',
        `  ${printing}`,
        '} else {',
        `  ${saving(answer.file)}`,
        '}',
      ];
    case 'tracks':
      return [
        'for (const [index, { blob }] of (await response.json()).entries()) {',
        `  await writeFile(${numbered(answer.file)}, blob, "base64");`,
        '}',
      ];
  }
}

/** A template for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  return `\`${file.replace(/\.(?=[^.]*$)/, '-${index + 1}.')}\``;
}
