import {
  annotatedImage,
  getMedia,
  getMessage,
  isRecord,
  jsonText,
  numbered,
  resultKinds,
  timestampedFileName,
  withoutToken,
  type DoneRun,
  type Media,
  type RunResult,
  type Task,
} from '@tryout/engine';
import { encodeAnnotatedImage } from '../results/annotated-image.ts';
import { openImage } from '../terminal/image/canvas.ts';
import { saveResult } from './roots.ts';
import type { Answer, ToolContext } from './session.ts';

/** Tokens of the text of a result. */
export const MAX_TOKENS = 8000;
/** Pixels of the longer side of a preview. */
const MAX_SIDE = 1024;
/** Seconds for drawing, which cannot be canceled everywhere. */
const MAX_DRAWING = 60;

/** The JSON of a result on the first line, notes after it, a preview of its image; files are saved. */
export async function presentResult(
  task: Task,
  { result, seconds }: DoneRun,
  notes: readonly string[],
  context: ToolContext,
): Promise<Answer> {
  const { roots, signal, connection } = context;
  const allNotes = [...notes];
  const note = (text: string) => void allNotes.push(text);
  const save = async (contentType: string, content: Uint8Array | string, number = 0) => {
    const name = timestampedFileName(task.id, contentType);
    return saveResult(roots, number > 0 ? numbered(name, number) : name, content).catch((error: unknown) => {
      note(getMessage(error));
      return null;
    });
  };
  const { view } = result;
  const media = getMedia(view);
  const paths: (string | null)[] = [];
  for (const [index, { contentType, bytes }] of media.entries())
    paths.push(await save(contentType, bytes, 'media' in view ? 0 : index + 1));
  const image = 'media' in view && view.kind === 'image' ? view.media : await draw();
  if (image && annotatedImage(view)) {
    const path = await save(image.contentType, image.bytes);
    if (path !== null) note(`The image with the result drawn in is ${path}`);
  }
  const complete = withoutToken(jsonText(getValue(result, paths)), connection.token);
  const brief = withoutToken(jsonText(withoutFiles(result, paths)), connection.token);
  const text = takeTokens(brief, MAX_TOKENS - NOTE_TOKENS);
  if (text.length < brief.length || complete !== brief) {
    const path = await save('application/json', `${complete}\n`);
    if (path !== null) note(`The complete JSON is ${path}`);
    if (text.length < brief.length)
      note(`The text above ends after ${text.length} of ${brief.length} characters.`);
  }
  const { run, provider, cost } = result;
  return {
    text: [text, ...allNotes].join('\n'),
    image: image && (await preview(image)),
    facts: { model: run.route.model, provider, seconds, cost },
  };

  async function draw(): Promise<Media | undefined> {
    return encodeAnnotatedImage(view, 'image.png', { signal, seconds: MAX_DRAWING }).catch(
      (error: unknown) => {
        note(getMessage(error));
        return undefined;
      },
    );
  }
}

/** Notes and paths after the JSON. */
const NOTE_TOKENS = 500;

/** The value of `--json`, with the paths of saved sounds instead of their bytes. */
function getValue({ view, value }: RunResult, paths: readonly (string | null)[]): unknown {
  if ('media' in view) {
    const { contentType, bytes } = view.media;
    return { contentType, bytes: bytes.length, file: paths[0] ?? null };
  }
  const { entry, media } = resultKinds[view.kind];
  if (entry === undefined || !media || !Array.isArray(value)) return value;
  return value.map((row: object, index) => ({ ...omit(row, entry), file: paths[index] ?? null }));
}

/** The same without the masks, which only programs can read. */
function withoutFiles(result: RunResult, paths: readonly (string | null)[]): unknown {
  const value = getValue(result, paths);
  const { entry, isDrawn } = resultKinds[result.view.kind];
  if (entry === undefined || !isDrawn || !Array.isArray(value)) return value;
  return value.map((row: unknown) => (isRecord(row) ? omit(row, entry) : row));
}

function omit(row: object, name: string): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}

/** Pieces that are at most a token of the usual encodings; other characters are at most one for each byte. */
const pieces = / ?[A-Za-z]{1,2}|\d{1,3}|[\s\S]/gu;

/** The beginning of a text that has at most this many tokens. Overestimates them. */
export function takeTokens(text: string, max: number): string {
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    tokens += /[^\0-\x7f]/.test(piece) ? Buffer.byteLength(piece) : 1;
    if (tokens > max) return text.slice(0, index);
  }
  return text;
}

/** An image block of at most 1,024 pixels; undefined if it cannot be decoded. */
async function preview({ bytes }: Media) {
  try {
    const image = await openImage(bytes);
    if (!image || image.isTooLarge) return undefined;
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const size = {
      width: Math.max(1, Math.round(image.width * scale)),
      height: Math.max(1, Math.round(image.height * scale)),
    };
    const { pixels } = await image.scaled(size.width, size.height);
    const { default: sharp } = await import('sharp');
    const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
    return { type: 'image', mimeType: 'image/jpeg', data: jpeg.toString('base64') } as const;
  } catch {
    return undefined;
  }
}
