import { contentTypeOf } from '../../http/index.ts';
import type { SnippetClient } from '../client.ts';
import { downloads } from '../files.ts';
import { shellWord } from '../literals/index.ts';
import { OWN_FORM, type SnippetContext, type SnippetToken } from '../snippet-context.ts';
import { curlBody } from './body.ts';

/** Prints the text of each event as it comes; `[DONE]` and comments are no JSON and say nothing. */
const TEXT_OF_EVENTS = `jq -Rrj --unbuffered 'ltrimstr("data:") | fromjson? | (.choices[0]?.delta.content // empty), (.error // empty)'`;

/** curl in a POSIX shell; streams are read by jq. */
export const curl: SnippetClient = {
  id: 'curl',
  language: 'curl',
  write(context) {
    const { request, answer } = context;
    const { input, options } = curlBody(request.body);
    const isStream = answer.kind === 'stream';
    const call = [
      `curl ${isStream ? '-sSN ' : ''}--fail-with-body ${shellWord(context.url)}`,
      ...headers(context).map((header) => `-H ${header}`),
      ...options,
      ...(answer.kind === 'media' ? [`-o ${shellWord(answer.file)}`] : []),
    ].join(' \\\n  ');
    const lines = [
      ...(answer.kind === 'own-form' ? [`# ${OWN_FORM}`] : []),
      ...downloads(request.body).map(({ url, path }) => `curl -fsSL -o ${shellWord(path)} ${shellWord(url)}`),
      input === undefined ? call : `${input} | ${call}`,
    ];
    return `${lines.join('\n')}${isStream ? ` \\\n  | ${TEXT_OF_EVENTS}` : ''}\n`;
  },
};

function headers({ request, token }: SnippetContext): string[] {
  const { body } = request;
  // curl chooses the boundary of a form itself.
  const type = body.kind === 'form' ? [] : [`Content-Type: ${contentTypeOf(body)}`];
  const own = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [...authorization(token), ...[...type, ...own].map(shellWord)];
}

function authorization(token: SnippetToken): string[] {
  if (token.kind === 'none') return [];
  if (token.kind === 'text') return [shellWord(`Authorization: Bearer ${token.text}`)];
  return [`"Authorization: Bearer $${token.name}"`];
}
