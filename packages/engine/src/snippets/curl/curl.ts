import { contentTypeOf } from '../../http/index.ts';
import type { SnippetClient } from '../client.ts';
import { downloads } from '../files.ts';
import { shellWord } from '../literals/index.ts';
import { OWN_FORM } from '../own-form.ts';
import type { SnippetAnswer, SnippetContext, SnippetToken } from '../snippet-context.ts';
import { curlBody } from './body.ts';

/** What a stream needs beside curl, said where it is used. */
const NEEDS_JQ = "# jq takes the text out of the stream's events: https://jqlang.org";

/**
 * Prints the text of each event as it comes, then a newline; `[DONE]` and comments are no JSON and say nothing. An error
 * goes to standard error and ends it as a failure.
 */
const TEXT_OF_EVENTS = [
  'jq -nRrj --unbuffered \'(inputs | ltrimstr("data:") | fromjson?',
  '    | (.error // empty | tostring + "\\n" | halt_error), (.choices[0]?.delta.content // empty)), "\\n"\'',
].join('\n');

/**
 * curl in bash or zsh. Addresses are in their normal form, without the brackets and braces that curl takes for patterns;
 * streams are read by jq.
 */
export const curl: SnippetClient = {
  id: 'curl',
  language: 'curl',
  write(context) {
    const { request, isOwnForm, url } = context;
    // What a provider gives in its own form is shown as it is.
    const answer: SnippetAnswer = isOwnForm ? { kind: 'json' } : context.answer;
    const { input, options } = curlBody(request.body);
    const call = [
      `curl ${flagsFor(answer)} ${shellWord(url)}`,
      ...headers(context).map((header) => `-H ${header}`),
      ...options,
      ...endingOf(answer),
    ].join(' \\\n  ');
    const fetching = downloads(request.body).map(
      (file) => `curl -fsSL -o ${shellWord(file.path)} ${shellWord(file.url)} && \\`,
    );
    const lines = [
      ...(isOwnForm ? [`# ${OWN_FORM}`] : []),
      ...(answer.kind === 'stream' ? [NEEDS_JQ, 'set -o pipefail'] : []),
      ...fetching,
      input === undefined ? call : `${input} | ${call}`,
    ];
    return `${lines.join('\n')}\n`;
  },
};

/** Without a progress meter; a failure is a failure, and its answer shown, but never saved as a picture. */
function flagsFor({ kind }: SnippetAnswer): string {
  if (kind === 'media') return '-sS --fail';
  return kind === 'stream' ? '-sSN --fail-with-body' : '-sS --fail-with-body';
}

/** Servers end JSON without a newline. */
const NEWLINE = "-w '\\n'";

function endingOf(answer: SnippetAnswer): string[] {
  if (answer.kind === 'media') return [`-o ${shellWord(answer.file)}`];
  return [answer.kind === 'stream' ? `| ${TEXT_OF_EVENTS}` : NEWLINE];
}

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
