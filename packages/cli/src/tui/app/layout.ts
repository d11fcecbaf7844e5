import type { Size } from '../display/size.ts';

/** Below this nothing can be read any more. */
export const SMALLEST: Size = { columns: 20, rows: 6 };

/** From this height on there are lines between the parts, and one for notices. */
const ROOMY = 10;

/** How a frame is divided from top to bottom. */
export interface Layout {
  /** Whether a line stands under the path. */
  readonly hasRule: boolean;
  /** Whether notices have a line of their own; else they stand in place of the keys. */
  readonly hasNotice: boolean;
  /** Where the body begins, from 0. */
  readonly bodyTop: number;
  readonly body: Size;
}

/** The parts of a frame: path, body, notice, keys. */
export function layoutFor({ columns, rows }: Size): Layout {
  const isRoomy = rows >= ROOMY;
  const bodyTop = isRoomy ? 2 : 1;
  const below = isRoomy ? 2 : 1;
  return {
    hasRule: isRoomy,
    hasNotice: isRoomy,
    bodyTop,
    body: { columns, rows: Math.max(1, rows - bodyTop - below) },
  };
}
