import {
  annotatedImage,
  getMedia,
  getMessage,
  getProviderName,
  isRecord,
  jsonText,
  numbered,
  receivedText,
  resultKinds,
  timestampedFileName,
  withoutToken,
  type DoneRun,
  type Media,
  type RunResult,
} from '@tryout/engine';
import { encodeAnnotatedImage } from '../deliver/annotated-image.ts';
import { openImage } from '../screen/image.ts';
import { saveResult } from './roots.ts';
import type { ImageBlock, ToolContext } from './call.ts';

/** Tokens of the JSON of a result, which leaves room for notes. */
export const MAX_TOKENS = 7500;
/** Pixels of the longer side of a preview. */
const MAX_SIDE = 1024;
/** Seconds for drawing, which cannot be canceled everywhere. */
const MAX_DRAWING = 60;

export interface Presentation {
  /** JSON of at most a number of tokens, or its beginning. */
  readonly text: string;
  readonly isCut: boolean;
  /** Where files are, and what is missing; one sentence each. */
  readonly notes: readonly string[];
  readonly image?: ImageBlock | undefined;
  readonly facts: { readonly model: string | undefined; readonly provider: string; readonly seconds: number };
}

/** Turns a result into JSON and a preview of its image. Saves files, and JSON with more than `maxTokens`. */
export async function presentResult(
  { result }: DoneRun,
  maxTokens: number,
  { roots, signal, connection: { token } }: ToolContext,
): Promise<Presentation> {
  const { view, run } = result;
  const notes: string[] = [];
  const media = getMedia(view);
  const paths: (string | null)[] = [];
  for (const [index, file] of media.entries())
    paths.push(await save(file.contentType, file.bytes, 'media' in view ? 0 : index + 1));
  const drawing = annotatedImage(view) && (await draw());
  if (drawing) {
    const path = await save(drawing.contentType, drawing.bytes);
    if (path !== null) notes.push(`Image with the result drawn in: ${path}`);
  }
  const complete = withoutToken(jsonText(getValue(result, paths)), token);
  const brief = withoutToken(jsonText(withoutMasks(result, paths)), token);
  const text = takeTokens(brief, maxTokens);
  const isCut = text.length < brief.length;
  if (isCut) notes.push(`Only the first ${text.length} of ${brief.length} characters of the JSON are shown.`);
  if (isCut || complete !== brief) {
    const path = await save('application/json', `${complete}\n`);
    if (path !== null) notes.push(`Complete JSON: ${path}`);
  }
  const image = drawing ?? (view.kind === 'image' ? view.media : undefined);
  const { seconds, cost, provider = getProviderName(run.route) } = result;
  const facts = { model: run.route.model, provider, seconds, ...(cost !== undefined && { cost }) };
  return { text, isCut, notes, image: image && (await createPreview(image)), facts };

  async function save(contentType: string, content: Uint8Array | string, number = 0): Promise<string | null> {
    const name = timestampedFileName(run.task, contentType);
    try {
      return await saveResult(roots, number > 0 ? numbered(name, number) : name, content);
    } catch (error) {
      notes.push(getMessage(error));
      return null;
    }
  }

  async function draw(): Promise<Media | undefined> {
    try {
      return await encodeAnnotatedImage(view, 'image.png', { signal, seconds: MAX_DRAWING });
    } catch (error) {
      if (signal.aborted) throw error;
      notes.push(getMessage(error));
      return undefined;
    }
  }
}

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

/** The same without masks, which only programs can read. */
function withoutMasks(result: RunResult, paths: readonly (string | null)[]): unknown {
  const value = getValue(result, paths);
  const { entry, isDrawn } = resultKinds[result.view.kind];
  if (entry === undefined || !isDrawn || !Array.isArray(value)) return value;
  return value.map((row: unknown) => (isRecord(row) ? omit(row, entry) : row));
}

function omit(row: object, name: string): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}

/** Pieces that are at most one token in the usual encodings; other characters are at most one for each byte. */
const pieces = / ?[A-Za-z]{1,2}|\d{1,3}|[^]/gu;

/** The beginning of a text with at most this many tokens, which are overestimated. */
function takeTokens(text: string, max: number): string {
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    tokens += piece.charCodeAt(0) < 128 ? 1 : Buffer.byteLength(piece);
    if (tokens > max) return text.slice(0, index);
  }
  return text;
}

const MAX_RECEIVED_TOKENS = 500;

/** The beginning of what a server sent instead of a result; undefined if there is nothing to show. */
export function receivedExcerpt(error: unknown): string | undefined {
  return takeTokens(receivedText(error), MAX_RECEIVED_TOKENS) || undefined;
}

/** Undefined for an image that cannot be decoded. */
async function createPreview({ bytes }: Media): Promise<ImageBlock | undefined> {
  try {
    const image = await openImage(bytes);
    if (!image || image.isTooLarge) return undefined;
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const scaled = (side: number) => Math.max(1, Math.round(side * scale));
    const { pixels, ...size } = await image.scaled(scaled(image.width), scaled(image.height));
    const { default: sharp } = await import('sharp');
    const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
    return { type: 'image', mimeType: 'image/jpeg', data: jpeg.toString('base64') };
  } catch {
    return undefined;
  }
}
