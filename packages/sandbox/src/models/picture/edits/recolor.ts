import type { Picture } from '../../../media/picture.ts';
import { lightnessOf } from './lightness.ts';

type Color = readonly [red: number, green: number, blue: number];

/** Changes every pixel's color by itself; transparency stays. Results are rounded and held within 0 to 255. */
export function recolor(picture: Picture, change: (...color: Color) => Color): Picture {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const changed = change(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    [data[at], data[at + 1], data[at + 2]] = changed;
  }
  return { ...picture, data };
}

/** Every channel becomes 255 less itself. */
export function negative(picture: Picture): Picture {
  return recolor(picture, (red, green, blue) => [255 - red, 255 - green, 255 - blue]);
}

/** Every channel becomes the pixel's lightness. */
export function grayscale(picture: Picture): Picture {
  return recolor(picture, (...color) => {
    const gray = lightnessOf(...color);
    return [gray, gray, gray];
  });
}

/** Brown tones: the lightness times 1.07, 0.87 and 0.64. */
export function sepia(picture: Picture): Picture {
  return recolor(picture, (...color) => {
    const gray = lightnessOf(...color);
    return [1.07 * gray, 0.87 * gray, 0.64 * gray];
  });
}

/** A quarter of the way toward white. */
export function brighter(picture: Picture): Picture {
  return recolor(picture, (red, green, blue) => [
    red + (255 - red) / 4,
    green + (255 - green) / 4,
    blue + (255 - blue) / 4,
  ]);
}

/** A quarter of the way toward black. */
export function darker(picture: Picture): Picture {
  return recolor(picture, (red, green, blue) => [0.75 * red, 0.75 * green, 0.75 * blue]);
}
