import { readImageSize } from '@tryout/engine';
import { useState } from 'react';
import { toBlob, useObjectUrl, type BlobSource } from './blobs.ts';
import { useLoaded } from './hooks.ts';

/** Bytes; larger files are not read for a preview. */
const MAX_BYTES = 64_000_000;

/** More pixels take a second and half a gigabyte to decode; the largest cameras have about 100 million. */
const MAX_PIXELS = 120_000_000;

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export type LoadedImage =
  | { readonly status: 'loading' }
  | {
      readonly status: 'shown';
      readonly url: string;
      readonly size: ImageSize;
      /** Call it if the browser cannot decode the image. */
      onError(): void;
    }
  /** It cannot be read, or not be decoded safely, or the browser rejects it. */
  | { readonly status: 'refused'; readonly size: ImageSize | undefined };

/** A size reduced to a longest side, in whole pixels. */
export function reduceSize({ width, height }: ImageSize, longest: number): ImageSize {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Size of an image as it is shown (EXIF), read from its header; undefined if it cannot be read. */
export async function getImageSize(blob: Blob): Promise<ImageSize | undefined> {
  return blob.size > MAX_BYTES ? undefined : readImageSize(new Uint8Array(await blob.arrayBuffer()));
}

/** Whether an image can be decoded without exhausting the memory. */
export function isDecodable(size: ImageSize | undefined): size is ImageSize {
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
}

/**
 * Checks an image's size in its header before it is decoded, and creates a URL for `<img>`.
 * @param source the same object in each render
 */
export function useImage(source: Blob | BlobSource | undefined): LoadedImage {
  const { value: image, error } = useLoaded(source, async (each) => {
    const blob = await toBlob(each);
    return { blob, size: await getImageSize(blob) };
  });
  const size = image?.size;
  const url = useObjectUrl(isDecodable(size) ? image?.blob : undefined);
  const [failedUrl, setFailedUrl] = useState<string>();
  // The file on disk may have changed.
  if (error !== undefined) return { status: 'refused', size: undefined };
  if (!image) return { status: 'loading' };
  if (!isDecodable(size)) return { status: 'refused', size };
  if (url === undefined) return { status: 'loading' };
  if (url === failedUrl) return { status: 'refused', size };
  return { status: 'shown', url, size, onError: () => setFailedUrl(url) };
}
