import type { CSSProperties } from 'react';
import { classes } from '../../lib/classes.ts';
import { toneStyle } from '../parts/tone-style.ts';
import type { Tag } from './place-tags.ts';
import styles from './regions.module.css';

interface RegionTagProps extends Tag {
  readonly tone: number;
}

/** A label or number over a picture, from a point toward the middle, so that it is within the picture. */
export function RegionTag({ x, y, text, maxWidth = 0.5, isCentered, tone }: RegionTagProps) {
  const place: CSSProperties = {
    ...toneStyle(tone),
    ...(x < 0.5 ? { left: `${x * 100}%` } : { right: `${(1 - x) * 100}%` }),
    ...(y < 0.5 ? { top: `${y * 100}%` } : { bottom: `${(1 - y) * 100}%` }),
    maxInlineSize: `max(1.9em, ${maxWidth * 100}%)`,
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
