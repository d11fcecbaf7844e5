import { crc32, deflateSync } from 'node:zlib';

interface PngFormat {
  /** Bits per channel. */
  readonly bits: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

/** A black PNG, by default with one bit per pixel (compresses 1,000 to 1); transparent if it has four channels. */
export function blackPng(
  width: number,
  height: number,
  { bits, channels, isInterlaced }: PngFormat = { bits: 1, channels: 1, isInterlaced: false },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = channels === 4 ? 6 : 0;
  header[12] = isInterlaced ? 1 : 0;
  const passes = isInterlaced ? 7 : 1;
  const size = (Math.ceil((width * bits * channels) / 8) + passes) * height;
  // The data of large images is truncated: no test decodes them.
  const rows = deflateSync(Buffer.alloc(Math.min(size, 1_000_000)), { level: 1 });
  const chunks = [['IHDR', header] as const, ['IDAT', rows] as const, ['IEND', Buffer.alloc(0)] as const];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks.flatMap(([name, data]) => chunk(name, data)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer[] {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return [frame.subarray(0, 4), body, frame.subarray(4)];
}
