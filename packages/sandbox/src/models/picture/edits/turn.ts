import type { Picture } from '../../../media/picture.ts';

function rearrange(
  picture: Picture,
  width: number,
  height: number,
  sourceOf: (x: number, y: number) => number,
): Picture {
  const { buffer, byteOffset, byteLength } = picture.data;
  const aligned = byteOffset % 4 === 0 ? picture.data : picture.data.slice();
  const from = new Uint32Array(
    aligned === picture.data ? buffer : aligned.buffer,
    aligned.byteOffset,
    byteLength / 4,
  );
  const to = new Uint32Array(width * height);
  for (let y = 0, pixel = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1) to[pixel] = from[sourceOf(x, y)] ?? 0;
  return { width, height, data: new Uint8ClampedArray(to.buffer) };
}

/** Turns a picture by a quarter, clockwise. */
export function turnRight(picture: Picture): Picture {
  const { width, height } = picture;
  return rearrange(picture, height, width, (x, y) => (height - 1 - x) * width + y);
}

/** Turns a picture by a quarter, anticlockwise. */
export function turnLeft(picture: Picture): Picture {
  const { width, height } = picture;
  return rearrange(picture, height, width, (x, y) => x * width + (width - 1 - y));
}

/** Turns a picture by half a turn. */
export function turnAround(picture: Picture): Picture {
  const { width, height } = picture;
  return rearrange(picture, width, height, (x, y) => (height - 1 - y) * width + (width - 1 - x));
}

/** Swaps left and right. */
export function mirror(picture: Picture): Picture {
  const { width, height } = picture;
  return rearrange(picture, width, height, (x, y) => y * width + (width - 1 - x));
}

/** Swaps top and bottom. */
export function flip(picture: Picture): Picture {
  const { width, height } = picture;
  return rearrange(picture, width, height, (x, y) => (height - 1 - y) * width + x);
}
