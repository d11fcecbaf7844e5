import { InputError } from '../errors/index.ts';
import { own } from '../text/index.ts';

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
  'audio/basic': 'au',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wave': 'wav',
  'audio/vnd.dolby.dd-raw': 'ac3',
  'audio/vnd.dts': 'dts',
  'audio/vnd.wave': 'wav',
  'audio/x-ms-wma': 'wma',
  'audio/x-nist': 'sph',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'text/plain': 'txt',
  'video/3gpp': '3gp',
  'video/matroska': 'mkv',
  'video/quicktime': 'mov',
  'video/vnd.avi': 'avi',
  'video/x-matroska': 'mkv',
};

/** The file extension of a media type, without the dot: `png` for `image/png`; only letters and digits. */
export function getEnding(contentType: string): string {
  const [, subtype = ''] = contentType.split('/');
  return own(endings, contentType) ?? (subtype.replace(/^x-/, '').replace(/[^a-z0-9]+/gi, '') || 'bin');
}
