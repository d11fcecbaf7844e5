import type { Box, ResultViews } from '@tryout/engine';
import { memo, useMemo, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import type { PictureSize } from '../../lib/pictures.ts';
import {
  HoverContext,
  useActiveIndex,
  useHoverPart,
  useNewHoverSelection,
} from '../parts/hover-selection.ts';
import { Note } from '../parts/note.tsx';
import { toneStyle } from '../parts/tone-style.ts';
import type { ResultProps } from '../result-view.tsx';
import { RegionPicture } from './region-picture.tsx';
import { RegionList, regionRows, RegionButtonRow, type RegionData } from './region-rows.tsx';
import { RegionTag, useFrame, useTagWidth } from './region-tag.tsx';
import { placeTag, placeTags, positionsAtBox, type Edges, type Frame, type Tag } from './tags.ts';
import styles from './regions.module.css';

type BoxList = ResultViews['boxes']['boxes'];

/** More outlines or labels would hide the picture. */
const MAX_OUTLINES = 200;
const MAX_LABELS = 8;
const MAX_NUMBERS = 40;
/** Pixels; labels would cover a narrower picture. */
const MIN_LABELED = 400;

/** The picture with outlines of the detected objects, and the objects as rows. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const selection = useNewHoverSelection();
  const rows = useMemo(() => {
    const found = regionRows(boxes);
    return found.map((row, index) => ({ ...row, detail: cornersOf(boxes[index]!.box) }));
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
  readonly boxes: BoxList;
  readonly rows: readonly RegionData[];
  readonly size: PictureSize;
}

/** Outlines over the picture, the smallest on top so that each can be hovered, and their labels or numbers. */
const BoxOverlay = memo(function BoxOverlay({ boxes, rows, size }: BoxOverlayProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const frame = useFrame(overlay);
  const places = useMemo(
    () => boxes.slice(0, MAX_OUTLINES).map(({ box }) => placedBox(box, size)),
    [boxes, size],
  );
  const outlines = [...places.entries()].sort(([, a], [, b]) => areaOf(b) - areaOf(a));
  return (
    <div ref={overlay} className={styles.overlay} aria-hidden="true">
      {outlines.map(([index, place]) => (
        <Outline key={index} index={index} place={place} tone={rows[index]!.tone} />
      ))}
      {frame && <BoxTags rows={rows} places={places} frame={frame} />}
    </div>
  );
});

interface OutlineProps {
  readonly index: number;
  readonly place: Edges;
  readonly tone: number;
}

function Outline({ index, place, tone }: OutlineProps) {
  const { isActive, pin, hoverProps } = useHoverPart(index);
  return (
    <div
      className={classes(styles.outline, isActive && styles.active)}
      style={{
        ...toneStyle(tone),
        left: `${place.left * 100}%`,
        top: `${place.top * 100}%`,
        width: `${(place.right - place.left) * 100}%`,
        height: `${(place.bottom - place.top) * 100}%`,
      }}
      onClick={pin}
      {...hoverProps}
    />
  );
}

interface BoxTagsProps {
  readonly rows: readonly RegionData[];
  readonly places: readonly Edges[];
  readonly frame: Frame;
}

/** The labels or numbers of all boxes, or the label and score of the active one. */
function BoxTags({ rows, places, frame }: BoxTagsProps) {
  const active = useActiveIndex();
  const widthOf = useTagWidth();
  const tags = useMemo(() => {
    const found = places.length > MAX_NUMBERS ? [] : places;
    const hasLabels = places.length <= MAX_LABELS && frame.width >= MIN_LABELED;
    return found.map((place, index): Tag => {
      const { label } = rows[index]!;
      return {
        short: widthOf(String(index + 1)),
        long: hasLabels && label !== '' ? widthOf(label) : undefined,
        positions: positionsAtBox(inPixels(place, frame)),
      };
    });
  }, [rows, places, frame, widthOf]);
  const placed = useMemo(() => placeTags(tags, frame), [tags, frame]);
  const place = active === undefined ? undefined : places[active];
  if (active !== undefined && place) {
    const { label, amount, tone } = rows[active]!;
    const text = `${label} ${amount}`.trim();
    const width = Math.min(frame.width, widthOf(text));
    const tag = placeTag(positionsAtBox(inPixels(place, frame)), width, frame);
    return tag && <RegionTag place={tag} tone={tone} text={text} />;
  }
  return placed.map((tag, index) => {
    const { label, tone } = rows[index]!;
    return (
      tag && <RegionTag key={index} place={tag} tone={tone} text={tag.isLong ? label : String(index + 1)} />
    );
  });
}

function inPixels({ left, top, right, bottom }: Edges, { width, height }: Frame): Edges {
  return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
}

function areaOf({ left, top, right, bottom }: Edges): number {
  return (right - left) * (bottom - top);
}

/** The edges of a box from 0 to 1, clipped to its picture; corners may be in any order. */
export function placedBox({ xmin, ymin, xmax, ymax }: Box, { width, height }: PictureSize): Edges {
  const across = (x: number) => Math.min(Math.max(x, 0), width) / width;
  const down = (y: number) => Math.min(Math.max(y, 0), height) / height;
  return {
    left: across(Math.min(xmin, xmax)),
    top: down(Math.min(ymin, ymax)),
    right: across(Math.max(xmin, xmax)),
    bottom: down(Math.max(ymin, ymax)),
  };
}

/** Two corners in pixels. */
function cornersOf({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
