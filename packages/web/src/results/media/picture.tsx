import { asLine, pictureFacts } from '@tryout/engine';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isDrawable, LARGEST_PICTURE, type PictureSize, pictureSizeOf } from '../../lib/drawable-picture.ts';
import styles from './media.module.css';

/** A picture that is to be shown. */
export interface PictureSource {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  open(): ReadableStream<Uint8Array>;
}

/** A picture on its way to the screen. */
type Picture =
  | { readonly status: 'loading' }
  /** Its header says how large it is, as it is shown (EXIF), so that its room is kept free. */
  | { readonly status: 'shown'; readonly url: string; readonly width: number; readonly height: number }
  /** `known` where the header can be read. */
  | { readonly status: 'refused'; readonly known?: PictureSize };

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
      if (source.size > LARGEST_PICTURE) return { status: 'refused' };
      const stream = source.open() as ReadableStream<Uint8Array<ArrayBuffer>>;
      const blob = await new Response(stream, { headers: { 'content-type': source.contentType } }).blob();
      const known = await pictureSizeOf(blob);
      if (!known || !isDrawable(known)) return { status: 'refused', ...(known ? { known } : {}) };
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

interface AbsentProps {
  readonly name: string;
  readonly file: { readonly contentType: string; readonly size: number };
  readonly known?: Extract<Picture, { status: 'refused' }>['known'];
}

/** Stands in place of a picture that is not drawn. */
export function Absent({ name, file, known }: AbsentProps) {
  return (
    <p className={styles.absent}>
      <ImageOff aria-hidden="true" size={24} />
      <span>
        {asLine(name)} ({pictureFacts(file, known).join(', ')}) cannot be drawn here
      </span>
    </p>
  );
}
