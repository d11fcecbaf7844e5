import { asLine, formatCorners, readFileInput, size, tonesFor, type FileInput } from '@tryout/engine';
import { styleFor, getSymbols, backgroundColor, type Overlays, type Terminal } from '../terminal/index.ts';
import {
  asColumns,
  note,
  type Renderer,
  type ResultContext,
  type ResultImage,
  drawScores,
} from './renderer.ts';

interface Region {
  readonly label: string;
  readonly score?: number;
  readonly detail?: string;
}

/** More regions would cover the image, and decoding masks is slow. */
const MAX_REGIONS = 30;
const MAX_FILE_SIZE = 64_000_000;

/** Boxes in the image, and their legend; plain: label, score, xmin, ymin, xmax, ymax. */
export const boxes: Renderer<'boxes'> = {
  draw({ boxes: all }, terminal, context) {
    const regions = all.map(({ box, ...region }) => ({ ...region, detail: formatCorners(box) }));
    return drawLegend(regions, terminal, context);
  },
  image: ({ image, boxes: all }) =>
    getImage(image, all, (regions) => ({ boxes: regions.map((region) => region?.box) })),
  parts: ({ boxes: all }) => all.length,
  plain: ({ boxes: all }) =>
    all
      .map(({ label, score, box }) => asColumns(label, score, box.xmin, box.ymin, box.xmax, box.ymax))
      .join('\n'),
};

/** Colored masks in the image, and their legend; plain: label, score. */
export const masks: Renderer<'masks'> = {
  draw: ({ masks: all }, terminal, context) => drawLegend(all, terminal, context),
  image: ({ image, masks: all }) =>
    getImage(image, all, (regions) => ({
      masks: regions.map((region) => region && Buffer.from(region.mask, 'base64')),
    })),
  parts: ({ masks: all }) => all.length,
  plain: ({ masks: all }) => all.map(({ label, score }) => asColumns(label, score)).join('\n'),
};

/** @param marks creates the marks of the shown regions; undefined ones keep the numbers of the others */
function getImage<R extends Region>(
  image: FileInput,
  regions: readonly R[],
  marks: (regions: readonly (R | undefined)[]) => Overlays,
): ResultImage {
  return {
    bytes: async () => (image.size > MAX_FILE_SIZE ? undefined : readFileInput(image).catch(() => undefined)),
    overlays: (partIndex) => ({
      ...marks(
        partIndex === undefined
          ? regions.slice(0, MAX_REGIONS)
          : [...Array<undefined>(partIndex), regions[partIndex]],
      ),
      tones: tonesFor(regions.map(({ label }) => label)),
    }),
    absent: `${asLine(image.name)} (${asLine(image.contentType)}, ${size(image.size)}) cannot be displayed here`,
  };
}

function drawLegend(regions: readonly Region[], terminal: Terminal, { limits, partIndex }: ResultContext) {
  if (regions.length === 0) return note('Nothing found', terminal);
  const numberWidth = String(Math.min(regions.length, limits.rows)).length;
  const tones = tonesFor(regions.map(({ label }) => label));
  const { pointer } = getSymbols(terminal);
  const pointerFor = (index: number) => {
    if (partIndex === undefined) return '';
    return index === partIndex ? styleFor(terminal).cyan(pointer) : ' '.repeat(pointer.length);
  };
  const rows = regions.map(({ label, score, detail }, index) => ({
    lead: `${pointerFor(index)}${backgroundColor(terminal, tones[index]!)(` ${String(index + 1).padStart(numberWidth)} `)} `,
    label,
    score,
    detail,
  }));
  return drawScores(rows, terminal, limits).join('\n');
}
