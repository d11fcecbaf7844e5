import { type CSSProperties, useState, type RefObject } from 'react';
import { classes } from '../../lib/classes.ts';
import { useResize } from '../../lib/hooks.ts';
import type { ImageSize } from '../../lib/images.ts';
import { getToneStyle } from '../parts/parts.tsx';
import styles from './regions.module.css';

/** A label or number over an image, from a point toward the middle, so that it is within the image. */
export function RegionTag({ tone, ...tag }: Tag & { readonly tone: number }) {
  const { x, y, text, maxWidth = 1, isCentered, isBelow = y < 0.5 } = tag;
  const place: CSSProperties = {
    ...getToneStyle(tone),
    ...(x < 0.5 ? { left: `${x * 100}%` } : { right: `${(1 - x) * 100}%` }),
    ...(isBelow ? { top: `${y * 100}%` } : { bottom: `${(1 - y) * 100}%` }),
    maxInlineSize: `max(1.9em, ${Math.min(maxWidth, x < 0.5 ? 1 - x : x) * 100}%)`,
  };
  return (
    <span
      data-tag=""
      className={classes(styles.tag, isCentered && styles.centered)}
      style={place}
      dir="auto"
      aria-hidden="true"
    >
      {text}
    </span>
  );
}

/** A text at a point of the image, from 0 at the left and top edges to 1 at the right and bottom. */
export interface Tag {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Maximum width as a share of the image's. */
  readonly maxWidth?: number;
  readonly isCentered?: boolean;
  /** Whether it is below the point rather than above; by default toward the middle. */
  readonly isBelow?: boolean;
}

/** Pixels, estimated from the style sheet. */
const CHARACTER = 8;
const PADDING = 12;
const HEIGHT = 24;

/**
 * The first choice for each tag that overlaps no tag before it; undefined if there is none. A tag outside of its region
 * also fits into the image and covers no other region.
 * @param displaySize the image's size on the screen
 * @param regions shares of the image that such tags do not cover
 */
export function placeTags(
  choices: readonly (readonly Tag[])[],
  displaySize: ImageSize,
  regions: readonly Rectangle[] = [],
): (Tag | undefined)[] {
  const { width, height } = displaySize;
  const places: Rectangle[] = [];
  const covered = regions.map(({ left, top, right, bottom }) => ({
    left: left * width,
    top: top * height,
    right: right * width,
    bottom: bottom * height,
  }));
  const isOutside = (place: Rectangle) =>
    place.left >= 0 &&
    place.top >= 0 &&
    place.right <= width &&
    place.bottom <= height &&
    !covered.some((region) => overlap(place, region));
  return choices.map((tags) =>
    tags.find((tag) => {
      const place = estimatePlace(tag, displaySize);
      const isFree =
        !places.some((other) => overlap(place, other)) && (tag.isBelow === undefined || isOutside(place));
      if (isFree) places.push(place);
      return isFree;
    }),
  );
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In pixels; from the point toward the middle of the image. */
function estimatePlace(tag: Tag, displaySize: ImageSize): Rectangle {
  const { x, y, text, maxWidth = 1, isCentered, isBelow = y < 0.5 } = tag;
  const width = Math.max(HEIGHT, Math.min(text.length * CHARACTER + PADDING, maxWidth * displaySize.width));
  const back = isCentered ? HEIGHT / 2 : 0;
  const left = x * displaySize.width - (x < 0.5 ? back : width - back);
  const top = y * displaySize.height - (isBelow ? back : HEIGHT - back);
  return { left, top, right: left + width, bottom: top + HEIGHT };
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The size of an element on the screen, in pixels; 0 before it is shown. */
export function useDisplaySize(element: RefObject<Element | null>): ImageSize {
  const [size, setSize] = useState<ImageSize>({ width: 0, height: 0 });
  useResize(element, ({ clientWidth, clientHeight }) =>
    setSize({ width: clientWidth, height: clientHeight }),
  );
  return size;
}
