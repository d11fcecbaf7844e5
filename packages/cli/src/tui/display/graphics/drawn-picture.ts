import { drawPicture, type Overlays } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../ink-output.ts';
import type { PlacedPicture } from '../placed-picture.ts';

/** A picture as a part of a screen: pictures stand over lines that are left free for them. */
export interface DrawnPicture {
  readonly lines: readonly string[];
  /** With rows and columns of these lines. */
  readonly pictures: readonly PlacedPicture[];
}

/**
 * Draws a picture file into a room as well as the terminal can, with boxes and masks over it; undefined where it cannot
 * be decoded.
 */
export async function drawnPicture(
  picker: Picker,
  bytes: Uint8Array,
  overlays: Overlays,
  room: Size,
): Promise<DrawnPicture | undefined> {
  const drawn = await drawPicture(bytes, picker.terminal, overlays, room);
  return drawn && { lines: drawn.lines, pictures: [] };
}
