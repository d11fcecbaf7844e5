import { isFilePlace } from '../../fields/index.ts';
import { bodyPieces, type BodyPiece, type FormPart, type RequestBody } from '../../http/index.ts';
import { filePath } from '../files.ts';
import { jsonSyntax, literal, plainJson, shellWord } from '../literals/index.ts';

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
  const pieces = bodyPieces(body);
  const [text = ''] = pieces;
  const isShort = typeof text === 'string' && new TextEncoder().encode(text).length < LONGEST_ARGUMENT;
  if (pieces.length === 1 && isShort) {
    return { options: [`-d ${shellWord(literal(body.json, jsonSyntax, 1, 4))}`] };
  }
  return { input: `{\n${pieces.map(printing).join('\n')}\n}`, options: ['--data-binary @-'] };
}

/** A line that prints a piece of a body. printf is a part of the shell: no argument is too long for it. */
function printing(piece: BodyPiece): string {
  if (typeof piece === 'string') return `  printf '%s' ${shellWord(plainJson(piece))}`;
  const file = isFilePlace(piece) ? piece.file : piece;
  return `  base64 < ${shellWord(filePath(file))} | tr -d '\\n'`;
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
