import { isFilePlaceholder, getJsonFile, mapTemplate, type JsonTemplate } from '../fields/index.ts';
import {
  bodyPieces,
  getContentType,
  type BodyPiece,
  type FormPart,
  type RequestBody,
} from '../http/index.ts';
import { randomName } from '../text/index.ts';
import {
  downloadCommands,
  filePath,
  PROVIDER_FORMAT,
  type ExpectedResponse,
  type SnippetClient,
  type SnippetContext,
  type SnippetToken,
} from './client.ts';
import { fitsArgument, jsonSyntax, literal, plainJson, shellLines, shellWord } from './literals.ts';

const NEEDS_JQ = '# jq extracts the text from the stream: https://jqlang.org';

/** Prints the text of each event as it arrives, then a newline. `[DONE]` and comments are skipped, since they are not JSON. */
const TEXT_OF_EVENTS = [
  'jq -nRrj --unbuffered \'(inputs | ltrimstr("data:") | fromjson?',
  '    | (.error // empty | tostring + "\\n" | halt_error), (.choices[0]?.delta.content // empty)), "\\n"\'',
].join('\n');

/** curl in bash or zsh. URLs are normalized, so that they have none of the brackets and braces that curl expands. */
export const curl: SnippetClient = {
  id: 'curl',
  language: 'curl',
  write(context) {
    const { url, body, isProviderFormat } = context;
    const answer: ExpectedResponse = isProviderFormat ? { kind: 'json' } : context.answer;
    const { input, options } = curlBody(body);
    const call = [
      `curl ${flagsFor(answer)} ${shellWord(url)}`,
      ...headerWords(context).map((header) => `-H ${header}`),
      ...options,
      ...getEnding(answer),
    ].join(' \\\n  ');
    const lines = [
      ...(isProviderFormat ? [`# ${PROVIDER_FORMAT}`] : []),
      ...(answer.kind === 'stream' ? [NEEDS_JQ, 'set -o pipefail'] : []),
      ...downloadCommands(body),
      input === undefined ? call : `${input} | ${call}`,
    ];
    return `${lines.join('\n')}\n`;
  },
};

/** Fails on error statuses; prints their body, but never saves it as an image. */
function flagsFor({ kind }: ExpectedResponse): string {
  if (kind === 'media') return '-sS --fail';
  return kind === 'stream' ? '-sSN --fail-with-body' : '-sS --fail-with-body';
}

function getEnding(answer: ExpectedResponse): string[] {
  if (answer.kind === 'media') return [`-o ${shellWord(answer.file)}`];
  // Servers end JSON without a newline.
  return [answer.kind === 'stream' ? `| ${TEXT_OF_EVENTS}` : "-w '\\n'"];
}

function headerWords({ body, headers, token }: SnippetContext): string[] {
  // curl chooses the boundary of a form.
  const type = body.kind === 'form' ? [] : [`Content-Type: ${getContentType(body)}`];
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...authorization(token), ...[...type, ...headerLines].map(shellWord)];
}

function authorization(token: SnippetToken): string[] {
  if (token.kind === 'none') return [];
  if (token.kind === 'text') return [shellWord(`Authorization: Bearer ${token.text}`)];
  return [`"Authorization: Bearer $${token.name}"`];
}

interface CurlBody {
  /** A command that prints the body, unless the options include it. */
  readonly input?: string;
  readonly options: readonly string[];
}

function curlBody(body: RequestBody): CurlBody {
  if (body.kind === 'file') return { options: [`--data-binary ${shellWord(`@${filePath(body.file)}`)}`] };
  if (body.kind === 'form') return { options: body.parts.map(formOption) };
  const { json, paths } = withPlaceholders(body.json);
  const lines = bodyPieces({ kind: 'json', json }).flatMap((piece) => printing(piece, paths));
  if (lines.length === 1 && paths.size === 0) {
    const text = literal(body.json, jsonSyntax, 1, 4);
    if (fitsArgument(text)) return { options: [`-d ${shellLines(text)}`] };
  }
  return { input: `{\n${lines.map((line) => `  ${line}\n`).join('')}}`, options: ['--data-binary @-'] };
}

/** Replaces the values that come from JSON files by placeholders. */
function withPlaceholders(template: JsonTemplate): {
  json: JsonTemplate;
  paths: ReadonlyMap<string, string>;
} {
  const paths = new Map<string, string>();
  const json = mapTemplate(template, (value) => {
    const path = getJsonFile(value);
    if (path === undefined) return undefined;
    const name = `json file ${randomName()}`;
    paths.set(name, path);
    return name;
  });
  return { json: json as JsonTemplate, paths };
}

/** Commands that print a piece of a body. printf is built into the shell, so its arguments can have any length. */
function printing(piece: BodyPiece, paths: ReadonlyMap<string, string>): string[] {
  if (typeof piece !== 'string') {
    const file = isFilePlaceholder(piece) ? piece.file : piece;
    return [`base64 < ${shellWord(filePath(file))} | tr -d '\\n'`];
  }
  return piece.split(/("json file [0-9a-f]{32}")/).flatMap((part) => {
    const path = paths.get(part.slice(1, -1));
    if (path !== undefined) return [`cat ${shellWord(path.replace(/^-/, './-'))}`];
    return part === '' ? [] : [`printf '%s' ${shellWord(plainJson(part))}`];
  });
}

function formOption({ name, value, fileName }: FormPart): string {
  if (typeof value === 'string') return `--form-string ${shellWord(`${name}=${value}`)}`;
  const file = `@${quoted(filePath(value))};filename=${quoted(fileName ?? value.name)};type=${value.contentType}`;
  return `-F ${shellWord(`${name}=${file}`)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
