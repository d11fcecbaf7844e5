import { createHash } from 'node:crypto';
import type { Exchange } from '../server/exchange.ts';
import { sendBytes } from '../server/respond.ts';

const cells = 5;
const cellSize = 16;

/** A pattern of squares drawn from the digest of a name, mirrored left to right: RGBA pixels, 80 by 80. */
function drawPattern(name: string): { width: number; height: number; data: Uint8ClampedArray } {
  const digest = createHash('sha256').update(name).digest();
  const size = cells * cellSize;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const column = Math.floor(x / cellSize);
      const cell = Math.floor(y / cellSize) * cells + Math.min(column, cells - 1 - column);
      if (((digest[cell] ?? 0) & 1) === 0) continue;
      data.set(digest.subarray(28, 31), (y * size + x) * 4);
    }
  }
  return { width: size, height: size, data };
}

/** `GET /avatars/{name}.png`: the picture of a user or organization. */
export async function avatar({ parts, response }: Exchange): Promise<void> {
  const { encodePng } = await import('../media/picture.ts');
  sendBytes(response, await encodePng(drawPattern(parts['name'] ?? '')), 'image/png');
}
