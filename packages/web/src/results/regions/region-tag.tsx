import { useMemo, useState, type RefObject } from 'react';
import { useResize } from '../../lib/dom-hooks.ts';
import { toneStyle } from '../parts/tone-style.ts';
import { TAG_HEIGHT, type Frame, type PlacedTag } from './tags.ts';
import styles from './regions.module.css';

interface RegionTagProps {
  readonly place: PlacedTag;
  readonly tone: number;
  readonly text: string;
}

/** A label or number over a picture. */
export function RegionTag({ place: { left, top, width }, tone, text }: RegionTagProps) {
  return (
    <span
      data-tag=""
      className={styles.tag}
      style={{
        ...toneStyle(tone),
        translate: `${left}px ${top}px`,
        inlineSize: width,
        blockSize: TAG_HEIGHT,
      }}
      dir="auto"
    >
      {text}
    </span>
  );
}

/** The current size of an element; undefined in the first render. */
export function useFrame(element: RefObject<HTMLElement | null>): Frame | undefined {
  const [frame, setFrame] = useState<Frame>();
  useResize(element, ({ clientWidth, clientHeight }) => {
    setFrame({ width: clientWidth, height: clientHeight });
  });
  return frame;
}

/** Space on both sides of the text, in pixels. */
const PADDING = 12;
/** Pixels; longer labels are cut off. */
const MAX_WIDTH = 288;
/** Longer texts fill the maximum width; measuring megabytes takes seconds. */
const MAX_LETTERS = 300;

/** Measures the width of a tag with the given text. */
export function useTagWidth(): (text: string) => number {
  return useMemo(() => {
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    // Captions, as in the style sheet.
    context.font = `600 ${Number.parseFloat(fontSize) * CAPTION}px ${fontFamily}`;
    return (text) =>
      Math.min(MAX_WIDTH, Math.ceil(context.measureText(text.slice(0, MAX_LETTERS)).width) + PADDING);
  }, []);
}

/** `--text-caption` relative to the text of the page. */
const CAPTION = 0.8125;
