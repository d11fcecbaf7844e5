import { InputError } from '../errors/index.ts';
import { own, attempt } from '../text/index.ts';

/** A user's file, created by a front end. The engine reads it only when it is sent. */
export interface FileInput {
  /** Base name, for example `photo.jpg`. */
  readonly name: string;
  /** The path as typed. */
  readonly path?: string;
  /** The URL it was downloaded from. */
  readonly url?: string;
  /** Bytes. */
  readonly size: number;
  /** Media type detected from the first bytes, for example `image/jpeg`. */
  readonly contentType: string;
  /** Whether several runs send it, so that it is read and encoded once (`shareFile`). */
  readonly isShared?: boolean;
  /**
   * Reads the file from its beginning.
   * @throws InputError (through the stream) if the file changed or can no longer be read
   */
  open(): ReadableStream<Uint8Array>;
}

export async function readFileInput(file: FileInput): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
}

/** A file in memory or in the browser, which refuses to read a file that changed on disk. */
export function fileFromBlob(blob: Blob, name: string, contentType = blob.type): FileInput {
  return { name, size: blob.size, contentType, open: () => toStream(blob, name) };
}

function toStream(blob: Blob, name: string): ReadableStream<Uint8Array> {
  const reader = blob.stream().getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new InputError(`${name} changed after it was chosen, or cannot be read`, {
          hint: 'Choose it again.',
          cause,
        });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export function isFileInput(value: unknown): value is FileInput {
  if (typeof value !== 'object' || value === null) return false;
  return 'open' in value && typeof value.open === 'function';
}

/** What the file of a field or a result contains. */
export type MediaKind = 'image' | 'audio' | 'video';

/** Bytes that are enough to detect a file's type. */
export const SNIFF_BYTES = 4100;

/** Browsers, phones and recorders write audio in containers of video. */
const audioContainer =
  /^(?:video\/(?:webm|mp4|ogg|quicktime|(?:x-)?matroska|3gpp2?|x-m4v|x-ms-asf)|application\/(?:ogg|vnd\.ms-asf))$/;

/** The media type of a file by its first bytes; undefined if unknown. */
export async function sniffContentType(head: Uint8Array): Promise<string | undefined> {
  const { detectContentType } = await import('./detect-content-type.ts');
  return detectContentType(head);
}

/** Rejected, since it may contain scripts. */
const SVG = 'image/svg+xml';

export function fitsField(kind: MediaKind, contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === SVG) return false;
  return contentType.startsWith(`${kind}/`) || (kind === 'audio' && audioContainer.test(contentType));
}

export const mediaNouns: Record<MediaKind, string> = {
  image: 'an image',
  audio: 'an audio file',
  video: 'a video',
};

/** File extensions that differ from the media subtype. */
const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wave': 'wav',
  'audio/vnd.wave': 'wav',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
};

/** The file extension of a media type, without the dot: `png` for `image/png`; only letters and digits. */
export function getEnding(contentType: string): string {
  const [, subtype = ''] = contentType.split('/');
  return own(endings, contentType) ?? (subtype.replace(/^x-/, '').replace(/[^a-z0-9]+/gi, '') || 'bin');
}

/** Bytes. */
const CHUNK = 192 * 1024;

/** A file that several runs send. It is read once, when the first of them opens it, and kept in memory. */
export function shareFile(file: FileInput): FileInput {
  let content: Promise<Uint8Array> | undefined;
  const open = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await (content ??= readFileInput(file));
        controller.enqueue(bytes.subarray(at, (at += CHUNK)));
        if (at >= bytes.length) controller.close();
      },
    });
  };
  return file.isShared ? file : { ...file, isShared: true, open };
}

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
