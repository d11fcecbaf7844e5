import { getContentType, type RequestBody } from '../../http/index.ts';
import { PROVIDER_FORMAT, type SnippetClient, type SnippetContext } from '../client.ts';
import { jsonString, literal } from '../literals.ts';
import {
  downloadLines,
  importLines,
  javascriptToken,
  readFileExpression,
  printing,
  savingParts,
  syntaxWithFiles,
} from './code.ts';

export const fetchClient: SnippetClient = {
  id: 'fetch',
  language: 'js',
  write(context) {
    const { body, url } = context;
    const code = [
      ...downloadLines(body),
      ...formLines(body),
      `const response = await fetch(${jsonString(url)}, {`,
      '  method: "POST",',
      ...headerLines(context),
      `  body: ${bodyExpression(body)},`,
      '});',
      'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
      '',
      ...readingLines(context),
    ].join('\n');
    return `${importLines(code)}${code}\n`;
  },
};

function headerLines({ body, headers, token }: SnippetContext): string[] {
  const expression = javascriptToken(token);
  const entries = [
    ...(expression === undefined ? [] : [`Authorization: ${expression.bearer}`]),
    // fetch sets the type of a form, with its boundary.
    ...(body.kind === 'form' ? [] : [`"Content-Type": ${jsonString(getContentType(body))}`]),
    ...Object.entries(headers).map(([name, value]) => `${jsonString(name)}: ${jsonString(value)}`),
  ];
  return entries.length === 0 ? [] : ['  headers: {', ...entries.map((entry) => `    ${entry},`), '  },'];
}

function bodyExpression(body: RequestBody): string {
  if (body.kind === 'json') return `JSON.stringify(${literal(body.json, syntaxWithFiles, 1, 25)})`;
  return body.kind === 'file' ? readFileExpression(body.file) : 'form';
}

function formLines(body: RequestBody): string[] {
  if (body.kind !== 'form') return [];
  const rows = body.parts.map(({ name, value, fileName }) => {
    if (typeof value === 'string') return `form.append(${jsonString(name)}, ${jsonString(value)});`;
    const blob = `new Blob([${readFileExpression(value)}], { type: ${jsonString(value.contentType)} })`;
    return `form.append(${jsonString(name)}, ${blob}, ${jsonString(fileName ?? value.name)});`;
  });
  return ['const form = new FormData();', ...rows, ''];
}

function readingLines({ answer, isProviderFormat }: SnippetContext): string[] {
  if (isProviderFormat) return [`// ${PROVIDER_FORMAT}`, 'console.log(await response.text());'];
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
      return [`await writeFile(${jsonString(answer.file)}, new Uint8Array(await response.arrayBuffer()));`];
    case 'parts':
      return savingParts('(await response.json())', answer);
  }
}
