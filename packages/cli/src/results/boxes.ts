import type { Box, ResultViews } from '@tryout/engine';
import { asColumns } from './made-visible.ts';
import { drawRegions, MOST_REGIONS, summarizeRegions, type Region } from './regions.ts';
import type { Renderer } from './renderer.ts';

/** The picture with outlines, then their legend; plain: label, score, xmin, ymin, xmax, ymax. */
export const boxes: Renderer<'boxes'> = {
  drawn: ({ image, boxes: found }, terminal) =>
    drawRegions(
      image,
      boxRegions(found),
      { boxes: found.slice(0, MOST_REGIONS).map(({ box }) => box) },
      terminal,
    ),
  plain: ({ boxes: found }) =>
    found
      .map(({ label, score, box }) => asColumns(label, score, box.xmin, box.ymin, box.xmax, box.ymax))
      .join('\n'),
  summary: ({ boxes: found }) =>
    summarizeRegions(
      'box',
      'boxes',
      found.map(({ label }) => label),
    ),
};

/** Boxes as rows of a legend, with their places. */
export function boxRegions(found: ResultViews['boxes']['boxes']): Region[] {
  return found.map(({ label, score, box }) => ({ label, score, detail: place(box) }));
}

/** Two corners, in pixels. */
function place({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
