/** Says whether the point (u, v) of the unit square, v growing downwards, lies inside a shape that fills it. */
export type Inside = (u: number, v: number) => boolean;

/** The shapes that are told apart. `square` and `circle` are a rectangle and an ellipse of even sides. */
export const shapeNames = [
  'circle',
  'ellipse',
  'square',
  'rectangle',
  'triangle',
  'diamond',
  'star',
  'shape',
] as const;

/** `shape` is anything that fits none of the others. */
export type ShapeName = (typeof shapeNames)[number];

export interface Template {
  /** The name in a box of even sides, and in any other box. */
  even: ShapeName;
  uneven: ShapeName;
  inside: Inside;
}

const triangle = (inside: Inside): Template => ({ even: 'triangle', uneven: 'triangle', inside });

/** The corners of a five-pointed star (the diagonals of a regular pentagon) that fills the unit square. */
export const starCorners: readonly (readonly [number, number])[] = makeStar();

/** The shapes that a region is compared with, in the order in which equal fits are preferred. */
export const templates: readonly Template[] = [
  { even: 'square', uneven: 'rectangle', inside: () => true },
  { even: 'circle', uneven: 'ellipse', inside: (u, v) => (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25 },
  triangle((u, v) => 2 * Math.abs(u - 0.5) <= v),
  triangle((u, v) => 2 * Math.abs(u - 0.5) <= 1 - v),
  triangle((u, v) => 2 * Math.abs(v - 0.5) <= u),
  triangle((u, v) => 2 * Math.abs(v - 0.5) <= 1 - u),
  triangle((u, v) => u + v <= 1),
  triangle((u, v) => u + v >= 1),
  triangle((u, v) => u <= v),
  triangle((u, v) => u >= v),
  { even: 'diamond', uneven: 'diamond', inside: (u, v) => Math.abs(u - 0.5) + Math.abs(v - 0.5) <= 0.5 },
  { even: 'star', uneven: 'star', inside: (u, v) => insidePolygon(starCorners, u, v) },
];

function makeStar(): [number, number][] {
  const inner = (3 - Math.sqrt(5)) / 2;
  const raw = Array.from({ length: 10 }, (_, corner): [number, number] => {
    const radius = corner % 2 === 0 ? 1 : inner;
    const angle = (corner * Math.PI) / 5;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
  const left = Math.min(...raw.map(([x]) => x));
  const width = Math.max(...raw.map(([x]) => x)) - left;
  const height = Math.max(...raw.map(([, y]) => y)) + 1;
  return raw.map(([x, y]) => [(x - left) / width, (y + 1) / height]);
}

function insidePolygon(corners: readonly (readonly [number, number])[], u: number, v: number): boolean {
  let inside = false;
  corners.forEach(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    if (y > v !== nextY > v && u < x + ((nextX - x) * (v - y)) / (nextY - y)) inside = !inside;
  });
  return inside;
}
