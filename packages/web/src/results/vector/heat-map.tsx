import { count, innermost, shortNumber, type JsonValue, type Statistics } from '@tryout/engine';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useIsDark } from '../../lib/theme.ts';
import { sliderTarget } from '../../lib/ui/slider-keys.ts';
import styles from './vector.module.css';

interface HeatMapProps {
  readonly cells: HeatCells;
  readonly statistics: Statistics;
}

/** A heat map with a color scale through zero; shows the value of the hovered or focused cell. */
export function HeatMap({ cells, statistics: { min, max } }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<number>();
  const { columns, rows, means } = cells;
  const isDark = useIsDark();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const colorOf = heatScale(isDark ? 'dark' : 'light', Math.max(Math.abs(min), Math.abs(max)));
    const pixels = context.createImageData(columns, rows);
    means.forEach((value, at) => {
      if (!Number.isNaN(value)) pixels.data.set([...colorOf(value), 255], at * 4);
    });
    context.putImageData(pixels, 0, 0);
  }, [columns, rows, means, min, max, isDark]);

  const onPointer = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent) => {
    const { clientWidth, clientHeight } = currentTarget;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((offsetX / clientWidth) * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((offsetY / clientHeight) * rows)));
    setCell(row * columns + column);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, cell ?? 0, cells);
    if (next === undefined) return;
    event.preventDefault();
    setCell(next);
  };
  const description = cell === undefined ? undefined : describeCell(cells, cell);
  return (
    <figure className={styles.figure}>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Heat map"
        aria-valuemin={1}
        aria-valuemax={columns * rows}
        aria-valuenow={(cell ?? 0) + 1}
        aria-valuetext={description ?? describeCell(cells, 0)}
        className={styles.map}
        style={{ blockSize: rows === 1 ? '4rem' : `${Math.min(24, Math.max(4, rows * 0.75))}rem` }}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setCell(undefined)}
        onFocus={(event) => event.target.matches(':focus-visible') && setCell((before) => before ?? 0)}
        onBlur={() => setCell(undefined)}
      >
        <canvas ref={canvas} width={columns} height={rows} aria-hidden="true" />
        {cell !== undefined && (
          <span
            className={styles.cell}
            style={{
              insetInlineStart: `${((cell % columns) / columns) * 100}%`,
              insetBlockStart: `${(Math.floor(cell / columns) / rows) * 100}%`,
              inlineSize: `${100 / columns}%`,
              blockSize: `${100 / rows}%`,
            }}
          />
        )}
      </div>
      <figcaption className={styles.caption} aria-hidden="true">
        {description ?? 'Point at a color to see its value.'}
      </figcaption>
    </figure>
  );
}

/** `#12: 0.0331`, or `List 3, #12: 0.0331` with several rows; a mean for cells with several numbers. */
function describeCell(cells: HeatCells, cell: number): string {
  const { columns, rows, means } = cells;
  const { first, last } = numbersOf(cells, cell % columns);
  const row = rows === 1 ? '' : `List ${count(Math.floor(cell / columns) + 1)}, `;
  const mean = means[cell] ?? NaN;
  const value = Number.isNaN(mean) ? 'none' : shortNumber(mean);
  if (first === last) return `${row}#${count(first + 1)}: ${value}`;
  return `${row}#${count(first + 1)} to #${count(last + 1)}: ${value} on average`;
}

/** The cell that a key moves to; undefined for other keys. */
export function moved(
  key: string,
  cell: number,
  { columns, rows }: Pick<HeatCells, 'columns' | 'rows'>,
): number | undefined {
  const line = rows === 1 ? Math.max(1, Math.round(columns / 10)) : columns;
  return sliderTarget(key, cell, { max: columns * rows - 1, step: 1, up: -line, pageUp: -line });
}

type Rgb = readonly [number, number, number];

/**
 * The color of a number, from the page's `--heat-…` properties.
 * @param largest absolute value
 */
function heatScale(scheme: 'light' | 'dark', largest: number): (value: number) => Rgb {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => parseHex(style.getPropertyValue(`--heat-${scheme}-${name}`).trim());
  const low = color('low');
  const zero = color('zero');
  const high = color('high');
  return (value) => {
    const share = Math.min(1, Math.abs(value) / (largest || 1));
    const end = value < 0 ? low : high;
    const mix = (channel: 0 | 1 | 2) => Math.round(zero[channel] * (1 - share) + end[channel] * share);
    return [mix(0), mix(1), mix(2)];
  };
}

/** @param hex for example `#3264dc` */
function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Numbers as colored cells, row by row. */
interface HeatCells {
  readonly columns: number;
  readonly rows: number;
  /** The mean of the numbers in each cell; NaN for missing ones. */
  readonly means: Float64Array;
  readonly numbers: number;
}

const MAX_ROWS = 64;
const MAX_COLUMNS = 1024;

/** One row per list of numbers, or a single row if there are too many lists; long rows are averaged. */
export function heatCells(values: JsonValue, { total }: Pick<Statistics, 'total'>): HeatCells {
  const lists = [...innermost(values)];
  const isOneRow = lists.length > MAX_ROWS;
  const rows = isOneRow ? 1 : Math.max(1, lists.length);
  const numbers = isOneRow ? total : lists.reduce((max, { length }) => Math.max(max, length), 0);
  const columns = Math.min(MAX_COLUMNS, numbers);
  const means = new Float64Array(rows * columns);
  const counts = new Uint32Array(rows * columns);
  let before = 0;
  lists.forEach((list, index) => {
    const row = isOneRow ? 0 : index;
    for (let at = 0; at < list.length; at += 1) {
      const place = isOneRow ? before + at : at;
      const cell = row * columns + Math.floor((place * columns) / numbers);
      means[cell]! += list[at]!;
      counts[cell]! += 1;
    }
    before += list.length;
  });
  for (let cell = 0; cell < means.length; cell += 1) means[cell]! /= counts[cell]!;
  return { columns, rows, means, numbers };
}

/** Indexes of the first and last number in a column of cells. */
export function numbersOf({ columns, numbers }: HeatCells, column: number): { first: number; last: number } {
  const first = Math.ceil((column * numbers) / columns);
  return { first, last: Math.max(first, Math.ceil(((column + 1) * numbers) / columns) - 1) };
}
