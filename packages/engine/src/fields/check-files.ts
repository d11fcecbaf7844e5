import { InputError } from '../errors/index.ts';
import { attempt } from '../text/index.ts';
import { fitsField, mediaNouns, type MediaKind } from './files.ts';

/** Common formats. */
export const mediaFormats: Record<MediaKind, string> = {
  image: 'PNG, JPEG or WebP',
  audio: 'WAV, FLAC or MP3',
  video: 'MP4 or WebM',
};

/**
 * The media type of a file that fits a field.
 * @param name of the file, for the error
 * @throws InputError for a file that does not fit
 */
export function requireKind(kind: MediaKind, contentType: string | undefined, name: string): string {
  if (contentType !== undefined && fitsField(kind, contentType)) return contentType;
  const reason = contentType === undefined ? 'unrecognized file format' : `it is ${contentType}`;
  const noun = mediaNouns[kind];
  throw new InputError(`${name} is not ${noun}: ${reason}`, {
    hint: `Use ${noun} such as ${mediaFormats[kind]}.`,
  });
}

const MEGABYTE = 1024 * 1024;

/** Maximum bytes of an input. */
export const maxInputBytes = { text: 16 * MEGABYTE, json: 24 * MEGABYTE, media: 1024 * MEGABYTE } as const;

export function tooLarge(name: string, max: number): InputError {
  return new InputError(`${name} is too large`, { hint: `At most ${max / MEGABYTE} MB is allowed.` });
}

/** The encoding of a text: UTF-8, or UTF-16 with a byte order mark. */
export function getEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Decodes text and removes its byte order mark.
 * @throws InputError for binary data
 */
export function decodeText(bytes: Uint8Array, name: string, hint = 'Save it as UTF-8.'): string {
  const text = attempt(() => new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes));
  if (text !== undefined && !text.includes('\0')) return text;
  throw new InputError(`${name} is not a text file`, { hint });
}
