import { readFileInput, type FileInput } from '@tryout/engine';
import { drawPicture, size, tagged, type Overlays, type Terminal } from '../terminal/index.ts';
import { drawRows, scoreTexts } from './amount-rows.ts';
import { asLine } from './made-visible.ts';
import { note } from './note.ts';

/** A marked part of a picture. */
export interface Region {
  readonly label: string;
  readonly score?: number;
  readonly detail?: string;
}

/** More outlines or colours than this hide the picture, and each mask must be decoded. */
export const MOST_REGIONS = 30;
const LARGEST_FILE = 64_000_000;

/** A picture with parts marked in it, then their legend. */
export async function drawRegions(
  image: FileInput,
  regions: readonly Region[],
  overlays: Overlays,
  terminal: Terminal,
): Promise<string> {
  const shown = regions.slice(0, MOST_REGIONS);
  const numberWidth = String(shown.length).length;
  const scores = scoreTexts(shown.map((region) => region.score));
  const rows = shown.map((region, index) => ({
    lead: `${tagged(terminal, index)(` ${String(index + 1).padStart(numberWidth)} `)} `,
    label: asLine(region.label),
    ...scores[index]!,
    ...(region.detail === undefined ? {} : { detail: region.detail }),
  }));
  const legend =
    rows.length === 0 ? [note('Nothing found', terminal)] : drawRows(rows, terminal, regions.length);
  return [...(await drawFile(image, overlays, terminal)), ...legend].join('\n');
}

async function drawFile(file: FileInput, overlays: Overlays, terminal: Terminal): Promise<readonly string[]> {
  const bytes = file.size > LARGEST_FILE ? undefined : await readFileInput(file).catch(() => undefined);
  const picture = bytes && (await drawPicture(bytes, terminal, overlays));
  if (picture) return picture.lines;
  const line = `${asLine(file.name)} (${asLine(file.contentType)}, ${size(file.size)}) cannot be drawn here`;
  return [note(line, terminal)];
}

/** The labels of regions with how often each stands there: `3 boxes: red circle, blue square ×2`. */
export function summariseRegions(noun: string, plural: string, labels: readonly string[]): string {
  if (labels.length === 0) return 'nothing found';
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts]
    .slice(0, 10)
    .map(([label, times]) => asLine(label) + (times > 1 ? ` ×${times}` : ''));
  return `${labels.length} ${labels.length === 1 ? noun : plural}: ${parts.join(', ')}`;
}
