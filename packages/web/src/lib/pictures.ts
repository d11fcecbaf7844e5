import { pictureSize } from '@tryout/engine';
import { useState } from 'react';
import { blobOf, useObjectUrl, type BlobSource } from './blobs.ts';
import { useLoaded } from './use-loaded.ts';

/** Bytes; larger files are not read for a preview. */
const MAX_BYTES = 64_000_000;

/** More pixels take a second and half a gigabyte to decode (F33); the largest cameras have about 100 million. */
const MAX_PIXELS = 120_000_000;

/** Bytes that contain the header in most formats. */
const HEADER_BYTES = 1024 * 1024;

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Why a picture is not shown: it cannot be decoded safely, its size cannot be read, or the browser rejects it. */
type Refusal = 'large' | 'unreadable' | 'undecodable';

export type Picture =
  | { readonly status: 'loading' }
  | {
      readonly status: 'shown';
      readonly url: string;
      readonly size: PictureSize;
      /** Call it if the browser cannot decode the picture. */
      onError(): void;
    }
  | { readonly status: 'refused'; readonly reason: Refusal; readonly size?: PictureSize | undefined };

/** Pixels; smaller pictures are enlarged to about this size. */
const MIN_SIZE = 160;

/** The factor by which a small picture is enlarged on the screen; a whole number, so that its pixels stay sharp. */
export function enlargement({ width, height }: PictureSize): number {
  return Math.max(1, Math.floor(MIN_SIZE / Math.max(width, height)));
}

/** A size reduced to a longest side, in whole pixels. */
export function reducedSize({ width, height }: PictureSize, longest: number): PictureSize {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Size of a picture as it is shown (EXIF), read from its header; undefined if it cannot be read. */
export async function pictureSizeOf(blob: Blob): Promise<PictureSize | undefined> {
  const size = pictureSize(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
  if (size || blob.size <= HEADER_BYTES || blob.size > MAX_BYTES) return size;
  return pictureSize(new Uint8Array(await blob.arrayBuffer()));
}

/** Whether decoding a picture could exhaust the memory (F33). */
export function isTooLarge(blob: Blob, size: PictureSize | undefined): boolean {
  return blob.size > MAX_BYTES || (size !== undefined && size.width * size.height > MAX_PIXELS);
}

/**
 * Checks a picture's size in its header before it is decoded (F33), and creates a URL for `<img>`.
 * @param source the same object in each render
 */
export function usePicture(source: Blob | BlobSource | undefined): Picture {
  const { value: checked, error } = useLoaded(source, checkedPicture);
  const url = useObjectUrl(checked?.blob);
  const [failedUrl, setFailedUrl] = useState<string>();
  // The file on disk may have changed.
  if (error !== undefined) return { status: 'refused', reason: 'unreadable' };
  if (checked?.reason) return { status: 'refused', reason: checked.reason, size: checked.size };
  if (!checked?.size || url === undefined) return { status: 'loading' };
  const { size } = checked;
  if (url === failedUrl) return { status: 'refused', reason: 'undecodable', size };
  return { status: 'shown', url, size, onError: () => setFailedUrl(url) };
}

interface CheckedPicture {
  readonly size: PictureSize | undefined;
  /** Undefined if it is refused. */
  readonly blob?: Blob;
  readonly reason?: Refusal;
}

async function checkedPicture(source: Blob | BlobSource): Promise<CheckedPicture> {
  const blob = await blobOf(source);
  const size = await pictureSizeOf(blob);
  if (isTooLarge(blob, size)) return { size, reason: 'large' };
  return size ? { size, blob } : { size, reason: 'unreadable' };
}
