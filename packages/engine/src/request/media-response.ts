import { OutputError } from '../errors/index.ts';
import { fitsField, mediaNouns, sniffContentType, type MediaKind, type Values } from '../fields/index.ts';
import {
  explain,
  findReasonInText,
  limits,
  withReceived,
  type HttpResponse,
  type ResponseSource,
} from '../http/index.ts';
import { redact } from '../text/index.ts';
import { describe, getReader, type Media, type ResultView, type TaskResult } from '../results/index.ts';

/** Enough for a token that starts in the quoted characters. */
const QUOTED_BYTES = 8 * 1024;

/**
 * Reads a media response and checks its type by content.
 * @throws OutputError, TooLargeError
 */
export async function readMedia(response: HttpResponse, kind: MediaKind): Promise<Media> {
  const bytes = await response.bytes(limits.media);
  return checkedMedia(bytes, kind, response.contentType, response);
}

export async function checkedMedia(
  bytes: Uint8Array<ArrayBuffer>,
  kind: MediaKind,
  declaredType: string | undefined,
  from: Partial<ResponseSource> = {},
): Promise<Media> {
  if (bytes.length === 0) throw new OutputError(`expected ${mediaNouns[kind]}, got an empty response`, from);
  const contentType = await sniffContentType(bytes);
  if (contentType && fitsField(kind, contentType)) return { contentType, bytes };
  const beginning = new TextDecoder().decode(bytes.subarray(0, QUOTED_BYTES));
  const reported = findReasonInText(beginning, { url: '', ...from });
  const got =
    contentType ??
    (declaredType && !declaredType.startsWith(kind) ? declaredType : describe(redact(beginning, from.token)));
  const text = contentType === undefined ? withReceived(from, new TextDecoder().decode(bytes)) : from;
  throw new OutputError(...explain(`expected ${mediaNouns[kind]}, got ${got}`, reported, text));
}

/**
 * Validates a response and prepares it for display.
 * @param values the inputs of the run
 * @throws OutputError
 */
export async function readResult(result: TaskResult, response: unknown, values: Values) {
  const definition = getReader(result);
  const { kind } = definition;
  const value = definition.read(response, values as never);
  const view = { kind, ...definition.view(value, values as never) } as ResultView;
  return { value, view: await withCheckedTracks(view) };
}

/** Checks the content of the tracks. @throws OutputError for a track that is not audio */
async function withCheckedTracks(view: ResultView): Promise<ResultView> {
  if (view.kind !== 'tracks') return view;
  const checked = view.tracks.map(async ({ label, media: { bytes, contentType } }) => ({
    label,
    media: await checkedMedia(bytes, 'audio', contentType),
  }));
  return { ...view, tracks: await Promise.all(checked) };
}
