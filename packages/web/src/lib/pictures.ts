import { pictureSize } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { blobOf, type BlobSource } from './blobs.ts';

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

export type Picture =
  | { readonly status: 'loading' }
  | { readonly status: 'shown'; readonly url: string; readonly size: PictureSize }
  /** It cannot be decoded safely. */
  | { readonly status: 'refused'; readonly size?: PictureSize | undefined; readonly isTooLarge: boolean };

/** Pixels; smaller pictures are enlarged to about this size. */
const MIN_SIZE = 160;

/** The factor by which a small picture is enlarged on the screen; a whole number, so that its pixels stay sharp. */
export function enlargement({ width, height }: PictureSize): number {
  return Math.max(1, Math.floor(MIN_SIZE / Math.max(width, height)));
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
export function usePicture(source: BlobSource | undefined): Picture {
  const [state, setState] = useState<{ readonly source: BlobSource; readonly picture: Picture }>();
  useEffect(() => {
    if (!source) return;
    let url: string | undefined;
    let isCurrent = true;
    const read = async (): Promise<Picture> => {
      const blob = await blobOf(source);
      const size = await pictureSizeOf(blob);
      if (!size || isTooLarge(blob, size))
        return { status: 'refused', size, isTooLarge: isTooLarge(blob, size) };
      if (isCurrent) url = URL.createObjectURL(blob);
      return { status: 'shown', url: url ?? '', size };
    };
    read()
      // The file on disk may have changed.
      .catch((): Picture => ({ status: 'refused', isTooLarge: false }))
      .then((picture) => isCurrent && setState({ source, picture }));
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
      // The same source may be shown again later.
      setState(undefined);
    };
  }, [source]);
  return state && state.source === source ? state.picture : { status: 'loading' };
}
