import { pictureSize } from '@tryout/engine';
import { useState } from 'react';
import { toBlob, useObjectUrl, type BlobSource } from './blobs.ts';
import { useLoaded } from './hooks.ts';

/** Bytes; larger files are not read for a preview. */
const MAX_BYTES = 64_000_000;

/** More pixels take a second and half a gigabyte to decode (F33); the largest cameras have about 100 million. */
const MAX_PIXELS = 120_000_000;

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type Picture =
  | { readonly status: 'loading' }
  | {
      readonly status: 'shown';
      readonly url: string;
      readonly size: PictureSize;
      /** Call it if the browser cannot decode the picture. */
      onError(): void;
    }
  /** It cannot be read, or not be decoded safely, or the browser rejects it. */
  | { readonly status: 'refused'; readonly size: PictureSize | undefined };

/** A size reduced to a longest side, in whole pixels. */
export function reducedSize({ width, height }: PictureSize, longest: number): PictureSize {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Size of a picture as it is shown (EXIF), read from its header; undefined if it cannot be read. */
export async function getPictureSize(blob: Blob): Promise<PictureSize | undefined> {
  return blob.size > MAX_BYTES ? undefined : pictureSize(new Uint8Array(await blob.arrayBuffer()));
}

/** Whether a picture can be decoded without exhausting the memory (F33). */
export function isDecodable(size: PictureSize | undefined): size is PictureSize {
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
}

/**
 * Checks a picture's size in its header before it is decoded (F33), and creates a URL for `<img>`.
 * @param source the same object in each render
 */
export function usePicture(source: Blob | BlobSource | undefined): Picture {
  const { value: checked, error } = useLoaded(source, async (each) => {
    const blob = await toBlob(each);
    return { blob, size: await getPictureSize(blob) };
  });
  const size = checked?.size;
  const url = useObjectUrl(isDecodable(size) ? checked?.blob : undefined);
  const [failedUrl, setFailedUrl] = useState<string>();
  // The file on disk may have changed.
  if (error !== undefined) return { status: 'refused', size: undefined };
  if (!checked) return { status: 'loading' };
  if (!isDecodable(size)) return { status: 'refused', size };
  if (url === undefined) return { status: 'loading' };
  if (url === failedUrl) return { status: 'refused', size };
  return { status: 'shown', url, size, onError: () => setFailedUrl(url) };
}
