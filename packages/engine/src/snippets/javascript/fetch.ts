import { contentTypeOf, type RequestBody } from '../../http/index.ts';
import type { SnippetClient, SnippetContext } from '../client.ts';
import { jsonString, literal } from '../literals.ts';
import {
  downloadLines,
  importLines,
  javascriptToken,
  readFileExpression,
  readingLines,
  syntaxWithFiles,
} from './code.ts';

/** JavaScript with Node's own fetch; a module. */
export const fetchClient: SnippetClient = {
  id: 'fetch',
  language: 'js',
  write(context) {
    const { body } = context.request;
    const code = [
      ...downloadLines(body),
      ...formLines(body),
      `const response = await fetch(${jsonString(context.url)}, {`,
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

function headerLines({ request, token }: SnippetContext): string[] {
  const { body } = request;
  const expression = javascriptToken(token);
  const entries = [
    ...(expression === undefined ? [] : [`Authorization: ${expression.bearer}`]),
    // fetch writes the type of a form itself, with its boundary.
    ...(body.kind === 'form' ? [] : [`"Content-Type": ${jsonString(contentTypeOf(body))}`]),
    ...Object.entries(request.headers).map(([name, value]) => `${jsonString(name)}: ${jsonString(value)}`),
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
