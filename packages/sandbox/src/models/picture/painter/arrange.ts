import type { Place } from '../shapes/place.ts';

/** Something to be placed; sizes are in pixels at full scale. */
export interface Wanted {
  width: number;
  height: number;
  place: Partial<Place>;
}

export interface Placed {
  x: number;
  y: number;
  /** Factor that everything was shrunk by to make room. */
  scale: number;
}

interface Canvas {
  width: number;
  height: number;
}

const tries = 80;
const rounds = 24;

/**
 * Finds a place for everything without overlaps: random positions, the middle of each box in the third of the canvas
 * that was asked for; when something finds no room, all is made a tenth smaller and begun again.
 * Only if that never works may things overlap.
 */
export function arrange(wanted: Wanted[], canvas: Canvas, random: () => number): Placed[] {
  let scale = 1;
  for (let round = 0; round < rounds; round += 1, scale *= 0.9) {
    const placed = tryArrange(wanted, canvas, scale, random, false);
    if (placed) return placed;
  }
  return tryArrange(wanted, canvas, scale, random, true) ?? [];
}

function tryArrange(
  wanted: Wanted[],
  canvas: Canvas,
  scale: number,
  random: () => number,
  overlapping: boolean,
): Placed[] | undefined {
  const gap = 0.03 * Math.min(canvas.width, canvas.height);
  const boxes: [x: number, y: number, width: number, height: number][] = [];
  for (const item of wanted) {
    const [width, height] = [item.width * scale, item.height * scale];
    const across = middleRange(item.place.horizontal, canvas.width, width + gap);
    const down = middleRange(item.place.vertical, canvas.height, height + gap);
    let found = false;
    for (let attempt = 0; attempt < tries && !found; attempt += 1) {
      const x = across[0] + random() * (across[1] - across[0]) - width / 2;
      const y = down[0] + random() * (down[1] - down[0]) - height / 2;
      const free = boxes.every(
        ([left, top, wide, tall]) =>
          x >= left + wide + gap ||
          left >= x + width + gap ||
          y >= top + tall + gap ||
          top >= y + height + gap,
      );
      found = free || (overlapping && attempt === tries - 1);
      if (found) boxes.push([x, y, width, height]);
    }
    if (!found) return undefined;
  }
  return boxes.map(([x, y]) => ({ x, y, scale }));
}

/** Where the middle of a box may lie so that the box stays on the canvas and its middle in the third asked for. */
function middleRange(third: string | undefined, length: number, size: number): [number, number] {
  const order = { left: 0, top: 0, center: 1, right: 2, bottom: 2 } as Record<string, number>;
  const index = third === undefined ? undefined : order[third];
  const inset = 0.02 * length;
  const [low, high] =
    index === undefined ? [0, length] : [(index * length) / 3 + inset, ((index + 1) * length) / 3 - inset];
  const within = (value: number) => Math.max(size / 2, Math.min(length - size / 2, value));
  return [within(low), within(high)];
}
