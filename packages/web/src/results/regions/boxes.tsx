import { formatCorners, type Box, type ResultViews } from '@tryout/engine';
import { useMemo, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import type { ImageSize } from '../../lib/images.ts';
import { getToneStyle, Note, useHoverPart, useHoverSelection, type ResultProps } from '../parts/parts.tsx';
import { placeTags, useDisplaySize, RegionTag, type Tag } from './region-tags.tsx';
import { RegionResult, RegionList, createRegionRows, RegionButtonRow, type RegionData } from './regions.tsx';
import styles from './regions.module.css';

/** More outlines or labels would hide the image. */
const MAX_OUTLINES = 200;
const MAX_LABELS = 8;
const MAX_NUMBERS = 40;
/** Pixels; labels would crowd a narrower image. */
const MIN_LABELED = 400;

/** The image with outlines of the detected objects, and the objects as rows. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const rows = useMemo(() => {
    return createRegionRows(boxes).map((row, index) => ({
      ...row,
      detail: formatCorners(boxes[index]!.box),
    }));
  }, [boxes]);
  return (
    <RegionResult image={image} overlay={(size) => <BoxOverlay boxes={boxes} rows={rows} size={size} />}>
      <RegionList label="Boxes, best first" isRanked items={rows} row={RegionButtonRow} />
      {boxes.length > MAX_OUTLINES && <Note>The first {MAX_OUTLINES} are outlined.</Note>}
    </RegionResult>
  );
}

interface BoxOverlayProps {
  readonly boxes: ResultViews['boxes']['boxes'];
  readonly rows: readonly RegionData[];
  readonly size: ImageSize;
  /** True by default. Otherwise, only the box that is pointed at has a label. */
  readonly isNumbered?: boolean;
}

/** Outlines over the image, the smallest on top so that each can be hovered, and their labels or numbers. */
export function BoxOverlay({ boxes, rows, size, isNumbered = true }: BoxOverlayProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const displaySize = useDisplaySize(overlay);
  const { activeIndex } = useHoverSelection();
  const places = useMemo(
    () => boxes.slice(0, MAX_OUTLINES).map(({ box }) => placeBox(box, size)),
    [boxes, size],
  );
  const tags = useMemo(() => {
    if (places.length > MAX_NUMBERS || !isNumbered) return [];
    const hasLabels = places.length <= MAX_LABELS && displaySize.width >= MIN_LABELED;
    const choices = places.map((place, index) =>
      getTagChoices(place, index, hasLabels && rows[index]!.label),
    );
    const regions = places.map(({ left, top, width, height }) => ({
      left,
      top,
      right: left + width,
      bottom: top + height,
    }));
    return placeTags(choices, displaySize, regions);
  }, [places, rows, displaySize, isNumbered]);
  const outlines = [...places.entries()].sort(([, a], [, b]) => b.width * b.height - a.width * a.height);
  const row = activeIndex === undefined ? undefined : rows[activeIndex];
  const place = activeIndex === undefined ? undefined : places[activeIndex];
  const text = `${row?.label} ${row?.amount}`.trim();
  return (
    <div ref={overlay} className={styles.overlay} aria-hidden="true">
      {outlines.map(([index, outline]) => (
        <Outline key={index} index={index} place={outline} tone={rows[index]!.tone} />
      ))}
      {activeIndex === undefined &&
        tags.map((tag, index) => tag && <RegionTag key={index} {...tag} tone={rows[index]!.tone} />)}
      {row && place && (
        <RegionTag
          {...(placeTags([getOutsideTags(place, text)], displaySize)[0] ?? { ...getCorner(place), text })}
          tone={row.tone}
        />
      )}
    </div>
  );
}

/** The number and label of a box above or below it, or only its number, if need be in a corner of the box. */
function getTagChoices(place: Place, index: number, label: string | false): Tag[] {
  const { left, top, width, height } = place;
  const number = { text: String(index + 1), maxWidth: width };
  const { x, y } = getCorner(place);
  const [otherX, otherY] = [left + left + width - x, top + top + height - y];
  return [
    ...(label === false ? [] : getOutsideTags(place, `${number.text} ${label}`)),
    ...getOutsideTags(place, number.text),
    { ...number, x, y },
    { ...number, x: otherX, y },
    { ...number, x, y: otherY },
    { ...number, x: otherX, y: otherY },
  ];
}

function getOutsideTags(place: Place, text: string): Tag[] {
  const { x } = getCorner(place);
  return [
    { x, y: place.top, text, isBelow: false },
    { x, y: place.top + place.height, text, isBelow: true },
  ];
}

/** The corner of a box that is nearest to a corner of the image. */
function getCorner({ left, top, width, height }: Place): { readonly x: number; readonly y: number } {
  return { x: left < 0.5 ? left : left + width, y: top < 0.5 ? top : top + height };
}

type Place = ReturnType<typeof placeBox>;

interface OutlineProps {
  readonly index: number;
  readonly place: Place;
  readonly tone: number;
}

function Outline({ index, place, tone }: OutlineProps) {
  const { isActive, pin, hoverProps } = useHoverPart(index);
  return (
    <div
      className={classes(styles.outline, isActive && styles.active)}
      style={{
        ...getToneStyle(tone),
        left: `${place.left * 100}%`,
        top: `${place.top * 100}%`,
        width: `${place.width * 100}%`,
        height: `${place.height * 100}%`,
      }}
      onClick={pin}
      {...hoverProps}
    />
  );
}

/** A box as shares of its image, clipped to it; corners may be in any order. */
export function placeBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: ImageSize) {
  const across = (x: number) => Math.min(Math.max(x, 0), width) / width;
  const down = (y: number) => Math.min(Math.max(y, 0), height) / height;
  const [left, right] = [across(Math.min(xmin, xmax)), across(Math.max(xmin, xmax))];
  const [top, bottom] = [down(Math.min(ymin, ymax)), down(Math.max(ymin, ymax))];
  return { left, top, width: right - left, height: bottom - top };
}
