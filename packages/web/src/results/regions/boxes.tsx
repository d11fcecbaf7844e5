import { asLine, formatScores, type Box, type ResultViews } from '@tryout/engine';
import { memo, useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import type { PictureSize } from '../../lib/pictures.ts';
import { barOf, toneClass, type AmountRowData } from '../parts/amount-row.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { HoverContext, useHoverPart, useNewHoverSelection } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { RegionButtonRow, RegionPicture } from './region-picture.tsx';
import styles from './regions.module.css';

type BoxList = ResultViews['boxes']['boxes'];

/** More outlines or labels would hide the picture. */
const MAX_OUTLINES = 200;
const MAX_LABELS = 8;
const MAX_NUMBERS = 40;

/** The picture with outlines of the detected objects, and the objects as rows. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const selection = useNewHoverSelection();
  const rows = useMemo(() => {
    const scores = formatScores(boxes.map(({ score }) => score));
    return boxes.map(({ label, box }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return { label: asLine(label), amount, bar: barOf(share), detail: cornersOf(box) };
    });
  }, [boxes]);
  return (
    <HoverContext value={selection}>
      <div className={styles.layout}>
        <RegionPicture image={image} overlay={(size) => <BoxOverlay boxes={boxes} size={size} />} />
        <div className={styles.legend}>
          {boxes.length === 0 ? (
            <Note>Nothing found</Note>
          ) : (
            <GrowingList
              label="Boxes, best first"
              isRanked
              items={rows}
              row={RegionButtonRow}
              first={30}
              frameClassName={styles.list}
            />
          )}
          {boxes.length > MAX_OUTLINES && <Note>The first {MAX_OUTLINES} are outlined.</Note>}
        </div>
      </div>
    </HoverContext>
  );
}

interface BoxOverlayProps {
  readonly boxes: BoxList;
  readonly size: PictureSize;
}

/** Outlines over the picture, the smallest on top so that each can be hovered. */
const BoxOverlay = memo(function BoxOverlay({ boxes, size }: BoxOverlayProps) {
  const scores = formatScores(boxes.map(({ score }) => score));
  const tag = boxes.length <= MAX_LABELS ? 'label' : boxes.length <= MAX_NUMBERS ? 'number' : 'none';
  const outlines = boxes
    .slice(0, MAX_OUTLINES)
    .map(({ label, box }, index) => ({
      index,
      place: placedBox(box, size),
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
  const { isActive, pin, hoverProps } = useHoverPart(index);
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
      onClick={pin}
      {...hoverProps}
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

/** Percent of the picture. */
interface PlacedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Clips a box to its picture; corners may be in any order. */
export function placedBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: PictureSize): PlacedBox {
  const across = (x: number) => (Math.min(Math.max(x, 0), width) / width) * 100;
  const down = (y: number) => (Math.min(Math.max(y, 0), height) / height) * 100;
  const left = across(Math.min(xmin, xmax));
  const top = down(Math.min(ymin, ymax));
  return {
    left,
    top,
    width: across(Math.max(xmin, xmax)) - left,
    height: down(Math.max(ymin, ymax)) - top,
  };
}

/** Two corners in pixels. */
function cornersOf({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
