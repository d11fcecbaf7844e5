import { asColumns } from './made-visible.ts';
import { drawRegions, MOST_REGIONS, summarizeRegions } from './regions.ts';
import type { Renderer } from './renderer.ts';

/** The picture with masks blended in, then their legend; plain: label, score. */
export const masks: Renderer<'masks'> = {
  drawn: ({ image, masks: found }, terminal) =>
    drawRegions(
      image,
      found,
      { masks: found.slice(0, MOST_REGIONS).map(({ mask }) => Buffer.from(mask, 'base64')) },
      terminal,
    ),
  plain: ({ masks: found }) => found.map(({ label, score }) => asColumns(label, score)).join('\n'),
  summary: ({ masks: found }) =>
    summarizeRegions(
      'mask',
      'masks',
      found.map(({ label }) => label),
    ),
};
