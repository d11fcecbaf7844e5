import { randomInt } from 'node:crypto';
import type { Raw } from 'sharp';
import type { Size } from '../terminal.ts';

/** Maximum payload of one sequence (kitty's graphics protocol, "Remote client"). */
const CHUNK = 4096;

/** kitty's graphics protocol: shows and removes a PNG file without moving the cursor. */
export function kittyPicture(png: Buffer, { columns, rows }: Size): { draw: string; erase: string } {
  // Random, because other programs in the same terminal use IDs too.
  const number = randomInt(1, 0x7fff_ffff);
  const encoded = png.toString('base64');
  const control = `a=T,f=100,t=d,i=${number},c=${columns},r=${rows},C=1,q=2`;
  let draw = '';
  for (let at = 0; at < encoded.length; at += CHUNK) {
    const more = at + CHUNK < encoded.length ? 1 : 0;
    draw += `\u001b_G${at === 0 ? `${control},` : 'q=2,'}m=${more};${encoded.slice(at, at + CHUNK)}\u001b\\`;
  }
  return { draw, erase: `\u001b_Ga=d,d=I,i=${number},q=2\u001b\\` };
}

/** iTerm2's inline image protocol, which other terminals support as well. */
export function itermPicture(file: Buffer, { columns, rows }: Size): { draw: string } {
  const size = `size=${file.length};width=${columns};height=${rows};preserveAspectRatio=0`;
  return { draw: `\u001b]1337;File=inline=1;${size};doNotMoveCursor=1:${file.toString('base64')}\u0007` };
}

/** Keeps the background of transparent pixels, and uses square pixels. */
const KEEP_GROUND = 1;

/** @param file a PNG file with so few colors that each has a register */
export async function sixelPicture(file: Buffer): Promise<{ draw: string }> {
  const [{ default: sharp }, sixel] = await Promise.all([
    import('sharp'),
    import('sixel/lib/SixelEncoder.js'),
  ]);
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { indices, palette } = registersOf(data, info);
  const drawn = sixel.sixelEncodeIndexed(indices, info.width, info.height, palette);
  return { draw: sixel.introducer(KEEP_GROUND) + drawn + sixel.FINALIZER };
}

function registersOf(
  data: Uint8Array,
  { width, height, channels }: Raw,
): { indices: Uint16Array; palette: [number, number, number][] } {
  const registers = new Map<number, number>();
  const palette: [number, number, number][] = [];
  const indices = new Uint16Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel += 1) {
    const at = pixel * channels;
    const red = data[at]!;
    const green = channels < 3 ? red : data[at + 1]!;
    const blue = channels < 3 ? red : data[at + 2]!;
    const color = (red << 16) | (green << 8) | blue;
    let register = registers.get(color);
    if (register === undefined) {
      register = palette.length;
      registers.set(color, register);
      palette.push([red, green, blue]);
    }
    indices[pixel] = register;
  }
  return { indices, palette };
}
