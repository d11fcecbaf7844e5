import type { Picture } from '../../../media/picture.ts';
import type { ColorShare } from '../colors/color-map.ts';
import type { ColorName } from '../colors/color-names.ts';
import { findRegions, type Box, type Region, type RegionMap } from '../regions/find-regions.ts';
import { makeWorkingCopy } from '../regions/working-copy.ts';
import { fitShape } from './fit-shape.ts';
import { placeOf, type Place } from './place.ts';
import type { ShapeName } from './templates.ts';

export interface FoundObject {
  color: ColorName;
  shape: ShapeName;
  /** How well the shape fits, 0 to 1. */
  fit: number;
  /** In pixels of the picture; maxima exclusive. */
  box: Box;
  /** Part of the picture's pixels. */
  share: number;
  place: Place;
}

/** What stands in a picture and what is behind it. */
export interface Scene {
  width: number;
  height: number;
  /** Colors of the background regions, each with its part of the background, largest first. */
  background: ColorShare[];
  /** Best fit first, equal fits largest first. */
  objects: FoundObject[];
}

const smallestShare = 0.001;
const backgroundBorder = 0.15;
const mostObjects = 100;

/** The rule of {@link findObjects} in words, for cards. */
export const objectRule = `### What an object is

A region is background when it holds at least ${100 * backgroundBorder} % of the pixels in the picture's outermost rows and columns, or
reaches from the left edge to the right one, or from the top to the bottom; so is, in any case, the region with the most
outermost pixels. Every other region of at least ${100 * smallestShare} % of the picture is an object (the largest
${mostObjects} are looked at).`;

/** Finds the objects of a picture as {@link objectRule} says, with regions and shapes as their rules say. */
export function findObjects(picture: Picture): Scene {
  const { width, height } = picture;
  const map = findRegions(makeWorkingCopy(picture));
  const behind = backgroundRegions(map);
  const smallest = smallestShare * map.width * map.height;
  const objects = map.regions
    .filter((region) => !behind.has(region) && region.area >= smallest)
    .slice(0, mostObjects)
    .map((region): FoundObject => {
      const box = scaleBox(region.box, map.copy.stride, width, height);
      return {
        color: region.color,
        ...fitShape(map, region),
        box,
        share: region.area / (map.width * map.height),
        place: placeOf(box, width, height),
      };
    });
  return {
    width,
    height,
    background: sharesOf([...behind]),
    objects: objects.sort((a, b) => b.fit - a.fit || b.share - a.share),
  };
}

function backgroundRegions(map: RegionMap): Set<Region> {
  const border = map.regions.reduce((sum, region) => sum + region.borderPixels, 0);
  const most = map.regions.reduce((highest, { borderPixels }) => Math.max(highest, borderPixels), 0);
  const least = Math.min(most, backgroundBorder * border);
  return new Set(map.regions.filter((region) => region.borderPixels >= least || spans(map, region)));
}

function spans(map: RegionMap, { box }: Region): boolean {
  return box.xmax - box.xmin === map.width || box.ymax - box.ymin === map.height;
}

function sharesOf(regions: Region[]): ColorShare[] {
  const total = regions.reduce((sum, region) => sum + region.area, 0);
  const shares = new Map<ColorName, number>();
  for (const { color, area } of regions) shares.set(color, (shares.get(color) ?? 0) + area / total);
  return [...shares].map(([color, share]) => ({ color, share })).sort((a, b) => b.share - a.share);
}

function scaleBox(box: Box, stride: number, width: number, height: number): Box {
  return {
    xmin: box.xmin * stride,
    ymin: box.ymin * stride,
    xmax: Math.min(box.xmax * stride, width),
    ymax: Math.min(box.ymax * stride, height),
  };
}
