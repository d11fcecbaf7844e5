import {
  asLine,
  readFileInput,
  formatScores,
  size,
  tonesFor,
  type Box,
  type FileInput,
  type ResultViews,
} from '@tryout/engine';
import {
  drawPicture,
  styleFor,
  symbolsOf,
  backgroundColor,
  type Overlays,
  type Terminal,
} from '../terminal/index.ts';
import { asColumns, note, PRINTED, type Limits, type Renderer, type ResultContext } from './renderer.ts';
import { drawRows } from './rows.ts';

interface Region {
  readonly label: string;
  readonly score?: number;
  readonly detail?: string;
}

/** More regions would cover the picture, and decoding masks is slow. */
export const MAX_REGIONS = 30;
const MAX_FILE_SIZE = 64_000_000;
const printed: ResultContext = { saved: [], limits: { ...PRINTED, rows: MAX_REGIONS } };

/** The picture with outlines, then their legend; plain: label, score, xmin, ymin, xmax, ymax. */
export const boxes: Renderer<'boxes'> = {
  drawn: ({ image, boxes: found }, terminal) =>
    drawRegions(
      image,
      boxRegions(found),
      { boxes: found.slice(0, MAX_REGIONS).map(({ box }) => box), tones: regionTones(found) },
      terminal,
    ),
  plain: ({ boxes: found }) =>
    found
      .map(({ label, score, box }) => asColumns(label, score, box.xmin, box.ymin, box.xmax, box.ymax))
      .join('\n'),
};

/** The picture with colored masks, then their legend; plain: label, score. */
export const masks: Renderer<'masks'> = {
  drawn: ({ image, masks: found }, terminal) =>
    drawRegions(
      image,
      found,
      { masks: found.slice(0, MAX_REGIONS).map(decodeMask), tones: regionTones(found) },
      terminal,
    ),
  plain: ({ masks: found }) => found.map(({ label, score }) => asColumns(label, score)).join('\n'),
};

export function decodeMask({ mask }: { readonly mask: string }): Uint8Array {
  return Buffer.from(mask, 'base64');
}

export function boxRegions(found: ResultViews['boxes']['boxes']): Region[] {
  const corners = ({ xmin, ymin, xmax, ymax }: Box) =>
    `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
  return found.map(({ label, score, box }) => ({ label, score, detail: corners(box) }));
}

export function regionTones(regions: readonly Pick<Region, 'label'>[]): readonly number[] {
  return tonesFor(regions.map(({ label }) => label));
}

async function drawRegions(
  image: FileInput,
  regions: readonly Region[],
  overlays: Overlays,
  terminal: Terminal,
): Promise<string> {
  const legend = drawLegend(regions, terminal, printed);
  if (terminal.isScreenReader === true) return legend.join('\n');
  const bytes = await pictureBytes(image);
  const picture = bytes && (await drawPicture(bytes, terminal, overlays));
  return [...(picture?.lines ?? [cannotBeDrawn(image, terminal)]), ...legend].join('\n');
}

export function drawLegend(
  regions: readonly Region[],
  terminal: Terminal,
  { limits, chosen }: { readonly limits: Limits; readonly chosen?: number | undefined },
): string[] {
  if (regions.length === 0) return [note('Nothing found', terminal)];
  const shown = regions.slice(0, limits.rows);
  const numberWidth = String(shown.length).length;
  const scores = formatScores(shown.map(({ score }) => score));
  const tones = regionTones(regions);
  const { pointer } = symbolsOf(terminal);
  const pointerFor = (index: number) => {
    if (chosen === undefined) return '';
    return index === chosen ? styleFor(terminal).cyan(pointer) : ' '.repeat(pointer.length);
  };
  const rows = shown.map(({ label, detail }, index) => ({
    lead: `${pointerFor(index)}${backgroundColor(terminal, tones[index]!)(` ${String(index + 1).padStart(numberWidth)} `)} `,
    label: asLine(label),
    ...scores[index]!,
    detail,
  }));
  return drawRows(rows, terminal, regions.length, limits);
}

/** A picture's bytes; undefined if it is too large or has changed since the run. */
export async function pictureBytes(file: FileInput): Promise<Uint8Array | undefined> {
  return file.size > MAX_FILE_SIZE ? undefined : readFileInput(file).catch(() => undefined);
}

export function cannotBeDrawn(
  { name, contentType, size: bytes }: Pick<FileInput, 'name' | 'contentType' | 'size'>,
  terminal: Terminal,
): string {
  return note(`${asLine(name)} (${asLine(contentType)}, ${size(bytes)}) cannot be displayed here`, terminal);
}
