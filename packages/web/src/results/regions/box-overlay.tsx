import { asLine, scoreTexts, type ResultViews } from '@tryout/engine';
import { memo } from 'react';
import { classes } from '../../lib/classes.ts';
import { pointing, useLinkedPart } from '../parts/linked.ts';
import { toneClass } from '../parts/tones.ts';
import { placedBox, type PlacedBox } from './placed-box.ts';
import type { PictureExtent } from './region-picture.tsx';
import styles from './regions.module.css';

type Boxes = ResultViews['boxes']['boxes'];

/** More outlines hide the picture; a row beyond them is drawn as soon as it is pointed at. */
export const MOST_OUTLINES = 200;
/** More labels hide the picture; their numbers stand there then. */
const MOST_LABELS = 8;
const MOST_NUMBERS = 40;

export interface BoxOverlayProps {
  readonly boxes: Boxes;
  readonly extent: PictureExtent;
}

/** Outlines over a picture, the smallest on top so that each can be pointed at. Their rows say the same in words. */
export const BoxOverlay = memo(function BoxOverlay({ boxes, extent }: BoxOverlayProps) {
  const scores = scoreTexts(boxes.map(({ score }) => score));
  const tag = boxes.length <= MOST_LABELS ? 'label' : boxes.length <= MOST_NUMBERS ? 'number' : 'none';
  const outlines = boxes
    .slice(0, MOST_OUTLINES)
    .map(({ label, box }, index) => ({
      index,
      place: placedBox(box, extent),
      name: asLine(label),
      amount: scores[index]!.amount,
    }))
    .sort((a, b) => b.place.width * b.place.height - a.place.width * a.place.height);
  return (
    <div className={styles.overlay} aria-hidden="true">
      {outlines.map((outline) => (
        <Outline key={outline.index} {...outline} tag={tag} />
      ))}
    </div>
  );
});

interface OutlineProps {
  readonly index: number;
  readonly place: PlacedBox;
  readonly name: string;
  readonly amount: string;
  readonly tag: 'label' | 'number' | 'none';
}

function Outline({ index, place, name, amount, tag }: OutlineProps) {
  const { linked, isActive } = useLinkedPart(index);
  const hasName = isActive || tag === 'label';
  return (
    <div
      className={classes(
        styles.outline,
        toneClass(index),
        isActive && styles.active,
        place.top < 8 && styles.atTop,
        place.left > 60 && styles.atRight,
      )}
      style={{
        insetInlineStart: `${place.left}%`,
        insetBlockStart: `${place.top}%`,
        inlineSize: `${place.width}%`,
        blockSize: `${place.height}%`,
      }}
      {...pointing(linked, index)}
      onClick={() => linked.pin(index)}
    >
      {(isActive || tag !== 'none') && (
        <span className={styles.tag}>
          {hasName && (
            <span className={styles.long}>
              <span className={styles.name}>{name}</span>
              {isActive && ` ${amount}`}
            </span>
          )}
          <span className={classes(hasName && styles.short)}>{index + 1}</span>
        </span>
      )}
    </div>
  );
}
