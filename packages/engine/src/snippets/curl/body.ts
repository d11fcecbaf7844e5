import { isFilePlace, jsonFileOf, type JsonTemplate } from '../../fields/index.ts';
import { bodyPieces, type BodyPiece, type FormPart, type RequestBody } from '../../http/index.ts';
import { randomName } from '../../text/index.ts';
import { filePath } from '../files.ts';
import { jsonSyntax, literal, plainJson, shellLines, shellWord } from '../literals/index.ts';

/** Bytes that one argument of a program may have on every system, with some to spare. */
const LONGEST_ARGUMENT = 100_000;

/** How curl is given a body. */
interface CurlBody {
  /** A command whose output is the body, where it does not stand among the options. */
  readonly input?: string;
  readonly options: readonly string[];
}

export function curlBody(body: RequestBody): CurlBody {
  if (body.kind === 'file') return { options: [`--data-binary ${shellWord(`@${filePath(body.file)}`)}`] };
  if (body.kind === 'form') return { options: body.parts.map(formOption) };
  const { json, paths } = withMarks(body.json);
  const lines = bodyPieces({ kind: 'json', json }).flatMap((piece) => printing(piece, paths));
  if (lines.length === 1 && paths.size === 0) {
    const text = literal(body.json, jsonSyntax, 1, 4);
    const isShort = new TextEncoder().encode(text).length < LONGEST_ARGUMENT;
    if (isShort) return { options: [`-d ${shellLines(text)}`] };
  }
  return { input: `{\n${lines.map((line) => `  ${line}\n`).join('')}}`, options: ['--data-binary @-'] };
}

/** A body in which marks stand for the values that JSON files hold. */
function withMarks(template: JsonTemplate): { json: JsonTemplate; paths: ReadonlyMap<string, string> } {
  const paths = new Map<string, string>();
  const mark = (value: JsonTemplate): JsonTemplate => {
    const path = jsonFileOf(value);
    if (path !== undefined) {
      const name = `json file ${randomName()}`;
      paths.set(name, path);
      return name;
    }
    if (typeof value !== 'object' || value === null || isFilePlace(value)) return value;
    if (Array.isArray(value)) return (value as readonly JsonTemplate[]).map(mark);
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, mark(entry as JsonTemplate)]),
    );
  };
  return { json: mark(template), paths };
}

/** Lines that print a piece of a body. printf is a part of the shell: no argument is too long for it. */
function printing(piece: BodyPiece, paths: ReadonlyMap<string, string>): string[] {
  if (typeof piece !== 'string') {
    const file = isFilePlace(piece) ? piece.file : piece;
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

/** As curl's own option wants names that may hold `;` or `,`. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
