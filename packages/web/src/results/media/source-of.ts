import type { Media } from '@tryout/engine';
import type { PictureSource } from './use-picture.ts';

/** A file that a model made, as it is opened. */
export function sourceOf({ bytes, contentType }: Media): PictureSource {
  return { size: bytes.length, contentType, open: () => new Blob([bytes]).stream() };
}
