import { randomInt } from 'node:crypto';
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

/** @param pixels four bytes each (red, green, blue, alpha) */
export async function sixelPicture(
  pixels: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  colors: number,
): Promise<{ draw: string }> {
  const { image2sixel } = await import('sixel/lib/SixelEncoder.js');
  // A copy, because the function reads the entire buffer behind the pixels.
  return { draw: image2sixel(new Uint8Array(pixels), width, height, colors, KEEP_GROUND) };
}
