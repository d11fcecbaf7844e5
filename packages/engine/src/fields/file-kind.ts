import { InputError } from '../errors/index.ts';
import type { FieldKind } from './field.ts';

/** Kinds of input that are files of a picture or a sound. */
export type MediaKind = Extract<FieldKind, 'image' | 'audio'>;

/** How many bytes of a file are enough to tell what it is. */
export const SNIFF_BYTES = 4100;

/** Recordings of browsers and phones are containers that could also hold a film. */
const containersOfSound = new Set([
  'video/webm',
  'video/mp4',
  'video/ogg',
  'application/ogg',
  'video/quicktime',
]);

/**
 * The media type of a file by its first bytes (names lie), or undefined when they are not known. Uses the file-type
 * package, loaded at the first file.
 */
export async function sniffContentType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  // Parameters (`codecs=…`) tell nothing that is needed here.
  const found = (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  if (found === undefined) return typeFromMark(head);
  return found === 'audio/x-flac' ? 'audio/flac' : found;
}

/** Kinds that file-type tells only from the end of a file, or not at all. */
function typeFromMark(head: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'image/tiff';
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(
    text,
  )
    ? SVG
    : undefined;
}

/** A program rather than a picture: it may hold scripts, and is taken nowhere. */
const SVG = 'image/svg+xml';

/** Whether a file of this media type fits a field. */
export function fitsField(kind: MediaKind, contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === SVG) return false;
  return contentType.startsWith(`${kind}/`) || (kind === 'audio' && containersOfSound.has(contentType));
}

const kinds: Record<MediaKind, { is: string; use: string }> = {
  image: { is: 'a picture', use: 'Use a PNG, JPEG, WebP or another picture.' },
  audio: { is: 'a sound', use: 'Use a WAV, FLAC, MP3 or another sound.' },
};

/**
 * The media type of a file that fits a field.
 * @param name of the file, for the error
 * @throws InputError for a file that does not fit
 */
export function requireKind(kind: MediaKind, contentType: string | undefined, name: string): string {
  if (contentType !== undefined && fitsField(kind, contentType)) return contentType;
  throw new InputError(`${name} is not ${kinds[kind].is}: it is ${contentType ?? 'of no known kind'}`, {
    hint: kinds[kind].use,
  });
}
