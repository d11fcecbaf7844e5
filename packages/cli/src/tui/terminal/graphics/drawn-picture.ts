import { drawPicture, withoutColours, type Overlays } from '../../../terminal/index.ts';
import { openPicture, type OpenPicture } from '../../../terminal/picture/decode.ts';
import { tooLarge } from '../../../terminal/picture/draw-picture.ts';
import type { Size } from '../../hooks/use-terminal.ts';
import type { PlacedPicture } from '../placed-picture.ts';
import { compose } from './compose.ts';
import { graphicsOf, type Graphics, type PictureDevice } from './graphics.ts';
import { itermPicture } from './iterm.ts';
import { kittyPicture } from './kitty.ts';
import { measure } from './measure.ts';
import { sixelPicture } from './sixel.ts';

/** A picture as a part of a screen: pictures stand over lines that are left free for them. */
export interface DrawnPicture {
  readonly lines: readonly string[];
  /** With rows and columns of these lines. */
  readonly pictures: readonly PlacedPicture[];
}

/** More pixels are not worth their way to the terminal, least of all to another machine. */
const MOST_PIXELS = { here: 1_000_000, overSsh: 300_000 };
/** Sixel draws six rows of pixels at once, and some terminals fill them up. */
const SIXEL_ROWS = 6;

/**
 * Draws a picture file into a room as well as the terminal can, with boxes and masks over it: as a real picture where the
 * terminal draws some, else in half blocks or letters; undefined where it cannot be decoded, a note where it is too large. The terminal is asked what
 * it can for the first picture; `TRYOUT_GRAPHICS` (kitty, iterm, sixel, blocks, none) answers for it.
 */
export async function drawnPicture(
  picker: PictureDevice,
  bytes: Uint8Array,
  overlays: Overlays,
  room: Size,
): Promise<DrawnPicture | undefined> {
  const graphics = await graphicsOf(picker);
  const { way } = graphics;
  if (way !== 'blocks' && way !== 'none') {
    const { SSH_TTY, SSH_CONNECTION } = picker.environment;
    const most = MOST_PIXELS[SSH_TTY || SSH_CONNECTION ? 'overSsh' : 'here'];
    const picture = await openPicture(bytes);
    if (!picture) return undefined;
    if (picture.isTooLarge) return { lines: tooLarge(picker.terminal, room), pictures: [] };
    return realPicture(picture, overlays, room, graphics, most);
  }
  const terminal = way === 'none' ? withoutColours(picker.terminal) : picker.terminal;
  const drawn = await drawPicture(bytes, terminal, overlays, room);
  return drawn && { lines: drawn.lines, pictures: [] };
}

async function realPicture(
  picture: OpenPicture,
  overlays: Overlays,
  room: Size,
  { way, cell, colours }: Graphics,
  most: number,
): Promise<DrawnPicture | undefined> {
  const isSixel = way === 'sixel';
  const fitted = measure(picture, room, cell, most, isSixel);
  const height = Math.max(SIXEL_ROWS, fitted.height - (fitted.height % SIXEL_ROWS));
  const measured = isSixel ? { ...fitted, height } : fitted;
  try {
    const composed = await compose(picture, overlays, measured);
    const drawn = isSixel
      ? await sixelPicture(await composed.reduced(colours))
      : (way === 'kitty' ? kittyPicture : itermPicture)(await composed.png(), measured);
    const { rows, columns } = measured;
    const placed = { row: 0, column: 0, rows, columns, ...drawn };
    return { lines: Array.from({ length: rows }, () => ''), pictures: [placed] };
  } catch {
    // A file that breaks off: its head could be read, its pixels cannot.
    return undefined;
  }
}
