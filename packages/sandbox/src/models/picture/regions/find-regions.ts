import { colorNames, type ColorName } from '../colors/color-names.ts';
import { mapColors } from '../colors/color-map.ts';
import { coreSide, dissolveThin } from './dissolve-thin.ts';
import { labelRegions, type Labeling } from './label-regions.ts';
import type { WorkingCopy } from './working-copy.ts';

/** Working-copy pixels; the maxima are exclusive. */
export interface Box {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** A connected part of a picture whose pixels carry one color name. */
export interface Region {
  /** Its number in `regionOf`. */
  number: number;
  color: ColorName;
  /** Pixels of the working copy. */
  area: number;
  /** How many of its pixels lie in the outermost rows and columns. */
  borderPixels: number;
  box: Box;
  /** Mean red, green and blue. */
  mean: [number, number, number];
}

export interface RegionMap extends Labeling {
  copy: WorkingCopy;
  /** The regions that are left, largest first. */
  regions: Region[];
}

/** The rule of {@link findRegions} in words, for cards. */
export const regionRule = `### What a region is

Neighboring pixels (left, right, above, below) whose colors have the same name form a region. A region that nowhere
holds a full square of s by s pixels (s is the shorter side divided by 50, rounded down, between 1 and 5) is too thin to
stand by itself: soft edges, hairlines, noise. Its pixels go, from the outside in, to the neighboring region with the
nearest mean color.`;

/** Finds the regions of a picture as {@link regionRule} says. */
export function findRegions(copy: WorkingCopy): RegionMap {
  const classes = mapColors(copy);
  const labeling = labelRegions(classes, copy.width, copy.height);
  const colorOf = new Uint8Array(labeling.count);
  labeling.regionOf.forEach((region, pixel) => (colorOf[region] = classes[pixel] ?? 0));
  dissolveThin(labeling, copy, coreSide(copy.width, copy.height));
  const regions = measureRegions(labeling, copy, colorOf);
  return { ...labeling, copy, regions: regions.sort((a, b) => b.area - a.area || a.number - b.number) };
}

function measureRegions(labeling: Labeling, copy: WorkingCopy, colorOf: Uint8Array): Region[] {
  const { width, height, regionOf } = labeling;
  const found = new Map<number, Region>();
  for (let y = 0, pixel = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const number = regionOf[pixel] ?? 0;
      let region = found.get(number);
      if (!region) found.set(number, (region = emptyRegion(number, colorOf[number] ?? 0)));
      region.area += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) region.borderPixels += 1;
      const { box, mean } = region;
      if (x < box.xmin) box.xmin = x;
      if (x >= box.xmax) box.xmax = x + 1;
      if (y < box.ymin) box.ymin = y;
      if (y >= box.ymax) box.ymax = y + 1;
      mean[0] += copy.pixels[pixel * 3] ?? 0;
      mean[1] += copy.pixels[pixel * 3 + 1] ?? 0;
      mean[2] += copy.pixels[pixel * 3 + 2] ?? 0;
    }
  }
  return [...found.values()].map((region) => {
    const [red, green, blue] = region.mean;
    return { ...region, mean: [red / region.area, green / region.area, blue / region.area] };
  });
}

function emptyRegion(number: number, color: number): Region {
  return {
    number,
    color: colorNames[color] ?? 'black',
    area: 0,
    borderPixels: 0,
    box: { xmin: Infinity, ymin: Infinity, xmax: 0, ymax: 0 },
    mean: [0, 0, 0],
  };
}
