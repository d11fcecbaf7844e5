import type { Box, ResultViews } from '@tryout/engine';
import { useContext, useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import type { PictureSize } from '../../lib/pictures.ts';
import { HoverContext, useHoverPart, useNewHoverSelection } from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import { toneStyle } from '../parts/tone-style.ts';
import type { ResultProps } from '../result-view.tsx';
import { RegionPicture } from './region-picture.tsx';
import { RegionList, regionRows, RegionButtonRow, type RegionData } from './region-rows.tsx';
import { RegionTag } from './region-tag.tsx';
import styles from './regions.module.css';

/** More outlines or labels would hide the picture. */
const MAX_OUTLINES = 200;
const MAX_LABELS = 8;
const MAX_NUMBERS = 40;

/** The picture with outlines of the detected objects, and the objects as rows. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const selection = useNewHoverSelection();
  const rows = useMemo(() => {
    const found = regionRows(boxes);
    return found.map((row, index) => ({ ...row, detail: getCorners(boxes[index]!.box) }));
  }, [boxes]);
  return (
    <HoverContext value={selection}>
      <div className={styles.layout}>
        <RegionPicture
          image={image}
          overlay={(size) => <BoxOverlay boxes={boxes} rows={rows} size={size} />}
        />
        <div className={styles.legend}>
          <RegionList label="Boxes, best first" isRanked items={rows} row={RegionButtonRow} />
          {boxes.length > MAX_OUTLINES && <Note>The first {MAX_OUTLINES} are outlined.</Note>}
        </div>
      </div>
    </HoverContext>
  );
}

interface BoxOverlayProps {
  readonly boxes: ResultViews['boxes']['boxes'];
  readonly rows: readonly RegionData[];
  readonly size: PictureSize;
}

/** Outlines over the picture, the smallest on top so that each can be hovered, and their labels or numbers. */
function BoxOverlay({ boxes, rows, size }: BoxOverlayProps) {
  const { active } = useContext(HoverContext);
  const outlines = useMemo(() => {
    const places = boxes.slice(0, MAX_OUTLINES).map(({ box }, index) => ({
      index,
      ...placedBox(box, size),
    }));
    return places.sort((a, b) => b.width * b.height - a.width * a.height);
  }, [boxes, size]);
  return (
    <div className={styles.overlay} aria-hidden="true">
      {outlines.map(({ index, ...place }) => (
        <Outline key={index} index={index} place={place} tone={rows[index]!.tone} />
      ))}
      {outlines.map(({ index, left, top, width, height }) => {
        const { label, amount, tone } = rows[index]!;
        const isActive = index === active;
        if (active === undefined ? outlines.length > MAX_NUMBERS : !isActive) return null;
        // In the corner of the box that is nearest to a corner of the picture.
        const [x, y] = [left < 0.5 ? left : left + width, top < 0.5 ? top : top + height];
        return (
          <RegionTag key={index} x={x} y={y} maxWidth={isActive ? undefined : width} tone={tone}>
            {isActive ? `${label} ${amount}`.trim() : index + 1}
            {!isActive && outlines.length <= MAX_LABELS && <span className={styles.tagLabel}> {label}</span>}
          </RegionTag>
        );
      })}
    </div>
  );
}

interface OutlineProps {
  readonly index: number;
  readonly place: ReturnType<typeof placedBox>;
  readonly tone: number;
}

function Outline({ index, place, tone }: OutlineProps) {
  const { isActive, pin, hoverProps } = useHoverPart(index);
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div
      className={classes(styles.outline, isActive && styles.active)}
      style={{
        ...toneStyle(tone),
        left: percent(place.left),
        top: percent(place.top),
        width: percent(place.width),
        height: percent(place.height),
      }}
      onClick={pin}
      {...hoverProps}
    />
  );
}

/** A box as shares of its picture, clipped to it; corners may be in any order. */
export function placedBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: PictureSize) {
  const across = (x: number) => Math.min(Math.max(x, 0), width) / width;
  const down = (y: number) => Math.min(Math.max(y, 0), height) / height;
  const [left, right] = [across(Math.min(xmin, xmax)), across(Math.max(xmin, xmax))];
  const [top, bottom] = [down(Math.min(ymin, ymax)), down(Math.max(ymin, ymax))];
  return { left, top, width: right - left, height: bottom - top };
}

/** Two corners in pixels. */
function getCorners({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
