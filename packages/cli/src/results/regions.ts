import { asLine, readFileInput, scoreTexts, size, type FileInput } from '@tryout/engine';
import { drawPicture, styleFor, symbolsOf, tagged, type Overlays, type Terminal } from '../terminal/index.ts';
import { drawRows } from './amount-rows.ts';
import type { Limits } from './limits.ts';
import { note } from './note.ts';

/** A marked part of a picture. */
export interface Region {
  readonly label: string;
  readonly score?: number;
  readonly detail?: string;
}

/** More outlines or colors than this hide the picture, and each mask must be decoded. */
export const MOST_REGIONS = 30;
const LARGEST_FILE = 64_000_000;

/** A picture with parts marked in it, then their legend. */
export async function drawRegions(
  image: FileInput,
  regions: readonly Region[],
  overlays: Overlays,
  terminal: Terminal,
): Promise<string> {
  if (terminal.isScreenReader === true) return drawLegend(regions, terminal).join('\n');
  const bytes = await pictureBytes(image);
  const picture = bytes && (await drawPicture(bytes, terminal, overlays));
  const lines = picture?.lines ?? [cannotBeDrawn(image, terminal)];
  return [...lines, ...drawLegend(regions, terminal)].join('\n');
}

/** How a legend is drawn where it is more than printed. */
interface LegendOptions {
  readonly limits?: Limits;
  readonly chosen?: number;
}

/** The parts as rows with their numbers, as many as are marked in the picture unless there are other limits. */
export function drawLegend(
  regions: readonly Region[],
  terminal: Terminal,
  { limits, chosen }: LegendOptions = {},
): string[] {
  if (regions.length === 0) return [note('Nothing found', terminal)];
  const shown = regions.slice(0, limits?.rows ?? MOST_REGIONS);
  const numberWidth = String(shown.length).length;
  const scores = scoreTexts(shown.map((region) => region.score));
  const { pointer } = symbolsOf(terminal);
  const before = (index: number) => {
    if (chosen === undefined) return '';
    return index === chosen ? styleFor(terminal).cyan(pointer) : ' '.repeat(pointer.length);
  };
  const rows = shown.map((region, index) => ({
    lead: `${before(index)}${tagged(terminal, index)(` ${String(index + 1).padStart(numberWidth)} `)} `,
    label: asLine(region.label),
    ...scores[index]!,
    ...(region.detail === undefined ? {} : { detail: region.detail }),
  }));
  return drawRows(rows, terminal, regions.length, limits);
}

/** A picture's bytes; undefined where it is too large to be drawn, or has changed since it was sent. */
export async function pictureBytes(file: FileInput): Promise<Uint8Array | undefined> {
  return file.size > LARGEST_FILE ? undefined : readFileInput(file).catch(() => undefined);
}

/** Stands in place of a picture that cannot be decoded. */
export function cannotBeDrawn(
  file: Pick<FileInput, 'name' | 'contentType' | 'size'>,
  terminal: Terminal,
): string {
  const facts = `${asLine(file.contentType)}, ${size(file.size)}`;
  return note(`${asLine(file.name)} (${facts}) cannot be drawn here`, terminal);
}

/** The labels of regions with how often each stands there: `3 boxes: red circle, blue square ×2`. */
export function summarizeRegions(noun: string, plural: string, labels: readonly string[]): string {
  if (labels.length === 0) return 'nothing found';
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts]
    .slice(0, 10)
    .map(([label, times]) => asLine(label) + (times > 1 ? ` ×${times}` : ''));
  return `${labels.length} ${labels.length === 1 ? noun : plural}: ${parts.join(', ')}`;
}
