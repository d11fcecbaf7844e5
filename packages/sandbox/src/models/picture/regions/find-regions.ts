import { colourNames, type ColourName } from '../colours/colour-names.ts';
import { mapColours } from '../colours/colour-map.ts';
import { coreSide, dissolveThin } from './dissolve-thin.ts';
import { labelRegions, type Labelling } from './label-regions.ts';
import type { WorkingCopy } from './working-copy.ts';

/** Working-copy pixels; the maxima are exclusive. */
export interface Box {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** A connected part of a picture whose pixels carry one colour name. */
export interface Region {
  /** Its number in `regionOf`. */
  number: number;
  colour: ColourName;
  /** Pixels of the working copy. */
  area: number;
  /** How many of its pixels lie in the outermost rows and columns. */
  borderPixels: number;
  box: Box;
  /** Mean red, green and blue. */
  mean: [number, number, number];
}

export interface RegionMap extends Labelling {
  copy: WorkingCopy;
  /** The regions that are left, largest first. */
  regions: Region[];
}

/** The rule of {@link findRegions} in words, for cards. */
export const regionRule = `### What a region is

Neighbouring pixels (left, right, above, below) whose colours have the same name form a region. A region that nowhere
holds a full square of s by s pixels (s is the shorter side divided by 50, rounded down, between 1 and 5) is too thin to
stand by itself: soft edges, hairlines, noise. Its pixels go, from the outside in, to the neighbouring region with the
nearest mean colour.`;

/** Finds the regions of a picture as {@link regionRule} says. */
export function findRegions(copy: WorkingCopy): RegionMap {
  const classes = mapColours(copy);
  const labelling = labelRegions(classes, copy.width, copy.height);
  const colourOf = new Uint8Array(labelling.count);
  labelling.regionOf.forEach((region, pixel) => (colourOf[region] = classes[pixel] ?? 0));
  dissolveThin(labelling, copy, coreSide(copy.width, copy.height));
  const regions = measureRegions(labelling, copy, colourOf);
  return { ...labelling, copy, regions: regions.sort((a, b) => b.area - a.area || a.number - b.number) };
}

function measureRegions(labelling: Labelling, copy: WorkingCopy, colourOf: Uint8Array): Region[] {
  const { width, height, regionOf } = labelling;
  const found = new Map<number, Region>();
  for (let y = 0, pixel = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const number = regionOf[pixel] ?? 0;
      let region = found.get(number);
      if (!region) found.set(number, (region = emptyRegion(number, colourOf[number] ?? 0)));
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

function emptyRegion(number: number, colour: number): Region {
  return {
    number,
    colour: colourNames[colour] ?? 'black',
    area: 0,
    borderPixels: 0,
    box: { xmin: Infinity, ymin: Infinity, xmax: 0, ymax: 0 },
    mean: [0, 0, 0],
  };
}
