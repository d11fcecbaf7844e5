import { asLine, type Box, type ResultViews, scoreTexts } from '@tryout/engine';
import { memo, useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import { type AmountRowData, barOf, toneClass } from '../parts/amount-row.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { LinkedContext, pointing, useLinkedPart, useNewLinked } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { type PictureExtent, RegionPicture } from './region-picture.tsx';
import { RegionButtonRow } from './region-row.tsx';
import styles from './regions.module.css';

/** The picture with outlines of what was found, each linked with its row. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const linked = useNewLinked();
  const rows = useMemo(() => {
    const scores = scoreTexts(boxes.map(({ score }) => score));
    return boxes.map(({ label, box }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return { label: asLine(label), amount, ...barOf(share), detail: placeInWords(box) };
    });
  }, [boxes]);
  return (
    <LinkedContext value={linked}>
      <div className={styles.sheet}>
        <RegionPicture image={image} overlay={(extent) => <BoxOverlay boxes={boxes} extent={extent} />} />
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
          {boxes.length > MOST_OUTLINES && <Note>The first {MOST_OUTLINES} are outlined.</Note>}
        </div>
      </div>
    </LinkedContext>
  );
}

type BoxList = ResultViews['boxes']['boxes'];

/** More outlines hide the picture; a row beyond them is drawn as soon as it is pointed at. */
export const MOST_OUTLINES = 200;
/** More labels hide the picture; their numbers stand there then. */
const MOST_LABELS = 8;
const MOST_NUMBERS = 40;

export interface BoxOverlayProps {
  readonly boxes: BoxList;
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

/** A box in percent of its picture. */
export interface PlacedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a box lies in its picture; what models place outside of it is cut off, corners in the wrong order are put right. */
export function placedBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: PictureExtent): PlacedBox {
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

/** Two corners in words, in pixels. */
export function placeInWords({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
