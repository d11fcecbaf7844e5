import type { Terminal } from '../terminal.ts';

/**
 * How pictures are drawn: `halves` puts two pixels into a cell (the upper half block in one color on another),
 * `grounds` one (a colored space), `letters` one (a letter as dark or light as it).
 */
export type Way = 'halves' | 'grounds' | 'letters';

/** The best way that a terminal has; sixteen colors are too few for pictures. */
export function wayFor({ colors, unicode }: Terminal): Way {
  if (colors !== 'truecolor' && colors !== '256') return 'letters';
  return unicode ? 'halves' : 'grounds';
}

/** How many pixels stand above each other in a cell. */
export const pixelsInCell: Readonly<Record<Way, number>> = { halves: 2, grounds: 1, letters: 1 };

/** What there is room for, in cells. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** The size in pixels that a picture is drawn in: never enlarged, within the room, its proportions kept. */
export function fit(width: number, height: number, room: Room, way: Way): { width: number; height: number } {
  // A cell is about twice as high as it is wide.
  const scale = Math.min(1, room.columns / width, (room.rows * 2) / height);
  const squeezed = height * scale * (pixelsInCell[way] / 2);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(squeezed)) };
}
