import { loaded } from '@tryout/engine';
import { useEffect, useState } from 'react';

/** A picture that is to be shown. */
export interface PictureSource {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  open(): ReadableStream<Uint8Array>;
}

/** A picture on its way to the screen. */
export type Picture =
  | { readonly status: 'loading' }
  /** Its header says how large it is, as it is shown (EXIF), so that its room is kept free. */
  | { readonly status: 'shown'; readonly url: string; readonly width: number; readonly height: number }
  /** `known` where the header can be read. */
  | { readonly status: 'refused'; readonly known?: { readonly width: number; readonly height: number } };

const LARGEST_FILE = 64_000_000;
/** More pixels than this take a browser down (F33); the largest cameras have some hundred million. */
const MOST_PIXELS = 120_000_000;
const HEADER = 1_000_000;

const loading: Picture = { status: 'loading' };

/**
 * Reads a picture's size from its header, and gives it an address for `<img>` if it can be drawn.
 * @param source always the same one
 */
export function usePicture(source: PictureSource): Picture {
  const [picture, setPicture] = useState(loading);
  useEffect(() => {
    let url: string | undefined;
    let isOver = false;
    const read = async (): Promise<Picture> => {
      if (source.size > LARGEST_FILE) return { status: 'refused' };
      const stream = source.open() as ReadableStream<Uint8Array<ArrayBuffer>>;
      const blob = await new Response(stream, { headers: { 'content-type': source.contentType } }).blob();
      const known = await pictureSizeOf(blob);
      if (!known || known.width * known.height > MOST_PIXELS)
        return { status: 'refused', ...(known ? { known } : {}) };
      if (isOver) return loading;
      url = URL.createObjectURL(blob);
      return { status: 'shown', url, ...known };
    };
    read()
      // A file that has changed on the disk since it was sent.
      .catch((): Picture => ({ status: 'refused' }))
      .then((next) => isOver || setPicture(next));
    return () => {
      isOver = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [source]);
  return picture;
}

/**
 * Width and height of a picture as it is shown, by its header alone; undefined where that cannot be read.
 * @throws LoadError
 */
export async function pictureSizeOf(blob: Blob): Promise<{ width: number; height: number } | undefined> {
  const { pictureSize } = await loaded(() => import('./picture-size.ts'));
  const head = pictureSize(new Uint8Array(await blob.slice(0, HEADER).arrayBuffer()));
  if (head || blob.size <= HEADER) return head;
  return pictureSize(new Uint8Array(await blob.arrayBuffer()));
}
