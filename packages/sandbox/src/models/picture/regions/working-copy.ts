import type { Picture } from '../../../media/picture.ts';

/** A picture as the algorithms see it: 8-bit RGB laid over white, shrunk by a whole number. */
export interface WorkingCopy {
  width: number;
  height: number;
  /** One pixel of the copy stands for `stride` by `stride` pixels of the picture, fewer at the right and bottom. */
  stride: number;
  /** RGB, row by row, `width * height * 3` long. */
  pixels: Uint8Array;
}

/** Pictures of up to this many pixels (640 by 640) are worked on as they are. */
export const workingPixels = 409_600;

/** The rule of {@link makeWorkingCopy} in words, for cards. */
export const shrinkRule = `Pictures of more than ${workingPixels.toLocaleString('en')} pixels (640 by 640) are shrunk first: each block of
n by n pixels becomes one pixel of their mean color, n being the smallest whole number that is enough. Boxes and masks
are given in pixels of the original picture all the same.`;

/** Lays a picture over white and shrinks it by block means until at most {@link workingPixels} are left. */
export function makeWorkingCopy(picture: Picture): WorkingCopy {
  let stride = 1;
  while (Math.ceil(picture.width / stride) * Math.ceil(picture.height / stride) > workingPixels) stride += 1;
  const width = Math.ceil(picture.width / stride);
  const height = Math.ceil(picture.height / stride);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const sums = sumRows(picture, row * stride, stride, width);
    for (let column = 0; column < width; column += 1) {
      const blockWidth = Math.min(stride, picture.width - column * stride);
      const blockHeight = Math.min(stride, picture.height - row * stride);
      for (let channel = 0; channel < 3; channel += 1)
        pixels[(row * width + column) * 3 + channel] = Math.round(
          (sums[column * 3 + channel] ?? 0) / (blockWidth * blockHeight),
        );
    }
  }
  return { width, height, stride, pixels };
}

function sumRows(picture: Picture, top: number, stride: number, columns: number): Float64Array {
  const { data, width } = picture;
  const sums = new Float64Array(columns * 3);
  const bottom = Math.min(top + stride, picture.height);
  for (let y = top; y < bottom; y += 1) {
    for (let column = 0, x = 0; column < columns; column += 1) {
      const end = Math.min(x + stride, width);
      for (; x < end; x += 1) {
        const at = (y * width + x) * 4;
        const alpha = (data[at + 3] ?? 255) / 255;
        const white = 255 * (1 - alpha);
        for (let channel = 0; channel < 3; channel += 1)
          sums[column * 3 + channel] =
            (sums[column * 3 + channel] ?? 0) + (data[at + channel] ?? 0) * alpha + white;
      }
    }
  }
  return sums;
}
