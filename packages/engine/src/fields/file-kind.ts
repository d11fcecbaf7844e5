import type { FieldKind } from './field.ts';

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
  const found = await fileTypeFromBuffer(head);
  return found?.mime === 'audio/x-flac' ? 'audio/flac' : found?.mime;
}

/** Whether a file of this media type fits a field. */
export function fitsField(
  kind: Extract<FieldKind, 'image' | 'audio'>,
  contentType: string | undefined,
): boolean {
  if (contentType === undefined) return false;
  return contentType.startsWith(`${kind}/`) || (kind === 'audio' && containersOfSound.has(contentType));
}
