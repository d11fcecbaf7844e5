import type { Raw } from 'sharp';

/** Draws without changing what no pixel covers, and with pixels as wide as they are high. */
const KEEP_GROUND = 1;

/**
 * What draws a picture as sixel.
 * @param file a PNG file with so few colours that each has a register
 */
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

/** The number of each pixel's colour, and the colours. */
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
    const colour = (red << 16) | (green << 8) | blue;
    let register = registers.get(colour);
    if (register === undefined) {
      register = palette.length;
      registers.set(colour, register);
      palette.push([red, green, blue]);
    }
    indices[pixel] = register;
  }
  return { indices, palette };
}
