/** All lengths are in CSS pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

interface Position {
  readonly left: number;
  readonly top: number;
}

/** A label or number of a region. */
export interface Tag {
  /** Widths of its number, and of its label if that may be shown. */
  readonly short: number;
  readonly long?: number | undefined;
  /** Positions for a width, best first; they may be partly outside of the frame. */
  positions(width: number): readonly Position[];
}

export interface PlacedTag extends Position {
  readonly width: number;
  readonly isLong: boolean;
}

export const TAG_HEIGHT = 22;

/** The part of the frame that numbers may cover, so that a small picture stays visible. */
const MAX_COVERED = 1 / 10;

/**
 * Places the tags within a frame, without overlaps: labels where there is space, otherwise numbers, otherwise nothing.
 * The first tags come first.
 */
export function placeTags(tags: readonly Tag[], frame: Frame): readonly (PlacedTag | undefined)[] {
  const placed: (PlacedTag | undefined)[] = [];
  let free = frame.width * frame.height * MAX_COVERED;
  for (const { positions, short } of tags) {
    free -= short * TAG_HEIGHT;
    placed.push(free < 0 ? undefined : placeTag(positions, short, frame, placed));
  }
  tags.forEach((tag, index) => {
    if (tag.long === undefined || !placed[index]) return;
    const long = placeTag(tag.positions, tag.long, frame, placed.with(index, undefined));
    if (long) placed[index] = { ...long, isLong: true };
  });
  return placed;
}

/** The first position within the frame that overlaps no other tag. */
export function placeTag(
  positions: Tag['positions'],
  width: number,
  frame: Frame,
  others: readonly (PlacedTag | undefined)[] = [],
): PlacedTag | undefined {
  if (width > frame.width || TAG_HEIGHT > frame.height) return undefined;
  return positions(width)
    .map(({ left, top }) => ({
      left: clamp(left, frame.width - width),
      top: clamp(top, frame.height - TAG_HEIGHT),
      width,
      isLong: false,
    }))
    .find((tag) => !others.some((other) => other && overlap(tag, other)));
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}

function overlap(a: PlacedTag, b: PlacedTag): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + TAG_HEIGHT &&
    b.top < a.top + TAG_HEIGHT
  );
}

export interface Edges extends Position {
  readonly right: number;
  readonly bottom: number;
}

/** Above a box, inside it, and below it, at its left and right edges. */
export function positionsAtBox({ left, top, right, bottom }: Edges): Tag['positions'] {
  return (width) =>
    [top - TAG_HEIGHT, top, bottom - TAG_HEIGHT, bottom].flatMap((y) => [
      { left, top: y },
      { left: right - width, top: y },
    ]);
}

/** Centered on a point, and around it. */
export function positionsAtPoint({ left, top }: Position): Tag['positions'] {
  return (width) => {
    const center = { left: left - width / 2, top: top - TAG_HEIGHT / 2 };
    const steps = [-1, 1, -2, 2];
    return [
      center,
      ...steps.map((step) => ({ ...center, top: center.top + step * TAG_HEIGHT })),
      ...steps.map((step) => ({ ...center, left: center.left + step * width })),
    ];
  };
}
