import type { Region, RegionMap } from '../regions/find-regions.ts';
import { templates, type ShapeName } from './templates.ts';

export interface ShapeFit {
  shape: ShapeName;
  /** Common pixels divided by all pixels of the region (its holes filled) and the shape, 0 to 1. */
  fit: number;
}

/** Fits below this are called `shape`. */
export const smallestFit = 0.75;

/** The rule of {@link fitShape} in words, for cards. */
export const shapeRule = `### How a shape gets its name

The holes of the region are filled. Then it is laid over shapes drawn to fill the same box: the full rectangle, the
ellipse, triangles pointing up, down, left and right, the four right-angled triangles, the diamond and the upright
five-pointed star. A pixel belongs to a drawn shape when its center does. The fit is the number of common pixels divided
by the number of pixels that belong to either; the best fit names the shape and is its score. A rectangle or an ellipse
whose sides differ by at most a tenth of the longer one is a square or a circle. With a best fit below ${smallestFit} it is only a
"shape".`;

/** Names the shape of a region as {@link shapeRule} says. */
export function fitShape(map: RegionMap, region: Region): ShapeFit {
  const { mask, width, height } = filledMask(map, region);
  const area = mask.reduce((sum, inside) => sum + inside, 0);
  let best: { fit: number; template?: (typeof templates)[number] } = { fit: 0 };
  for (const template of templates) {
    let common = 0;
    let drawn = 0;
    for (let y = 0, pixel = 0; y < height; y += 1) {
      const v = (y + 0.5) / height;
      for (let x = 0; x < width; x += 1, pixel += 1) {
        if (!template.inside((x + 0.5) / width, v)) continue;
        drawn += 1;
        common += mask[pixel] ?? 0;
      }
    }
    const fit = common / (area + drawn - common);
    if (fit > best.fit) best = { fit, template };
  }
  if (!best.template || best.fit < smallestFit) return { shape: 'shape', fit: best.fit };
  const even = Math.abs(width - height) <= 0.1 * Math.max(width, height);
  return { shape: even ? best.template.even : best.template.uneven, fit: best.fit };
}

interface Mask {
  /** 1 inside the region or one of its holes. */
  mask: Uint8Array;
  width: number;
  height: number;
}

function filledMask(map: RegionMap, region: Region): Mask {
  const { xmin, ymin, xmax, ymax } = region.box;
  const [width, height] = [xmax - xmin, ymax - ymin];
  const mask = new Uint8Array(width * height).fill(1);
  const waiting: number[] = [];
  const visit = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const pixel = y * width + x;
    if (mask[pixel] === 0 || map.regionOf[(ymin + y) * map.width + xmin + x] === region.number) return;
    mask[pixel] = 0;
    waiting.push(pixel);
  };
  for (let x = 0; x < width; x += 1) [0, height - 1].forEach((y) => visit(x, y));
  for (let y = 0; y < height; y += 1) [0, width - 1].forEach((x) => visit(x, y));
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    visit(x - 1, y);
    visit(x + 1, y);
    visit(x, y - 1);
    visit(x, y + 1);
  }
  return { mask, width, height };
}
