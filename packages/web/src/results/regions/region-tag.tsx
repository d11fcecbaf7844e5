import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { toneStyle } from '../parts/tone-style.ts';
import styles from './regions.module.css';

interface RegionTagProps {
  /** A point of the picture, from 0 at the left and top edges to 1 at the right and bottom. */
  readonly x: number;
  readonly y: number;
  /** Maximum width as a share of the picture's. */
  readonly maxWidth?: number;
  readonly isCentered?: boolean;
  readonly tone: number;
  readonly children: ReactNode;
}

/** A label or number over a picture, from a point toward the middle, so that it is within the picture. */
export function RegionTag({ x, y, maxWidth = 0.5, isCentered, tone, children }: RegionTagProps) {
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
      {children}
    </span>
  );
}
