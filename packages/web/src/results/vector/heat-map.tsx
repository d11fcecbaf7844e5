import { count, innermost, shortNumber, type JsonValue, type Statistics } from '@tryout/engine';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import styles from './vector.module.css';

interface HeatMapProps {
  readonly cells: HeatCells;
  readonly statistics: Statistics;
}

/** Colors below and above zero; the style sheet has the color of zero. */
const BELOW = [74, 123, 238] as const;
const ABOVE = [227, 86, 74] as const;

/** A heat map with a color scale through zero; shows the value of a cell that is pointed at or chosen with a slider. */
export function HeatMap({ cells, statistics: { min, max } }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<number>();
  const { columns, rows, means } = cells;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
    const pixels = context.createImageData(columns, rows);
    means.forEach((value, at) => {
      const strength = Math.round(Math.min(1, Math.abs(value) / largest) * 255);
      pixels.data.set([...(value < 0 ? BELOW : ABOVE), strength || 0], at * 4);
    });
    context.putImageData(pixels, 0, 0);
  }, [columns, rows, means, min, max]);

  const onPointer = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent) => {
    const { clientWidth, clientHeight } = currentTarget;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((offsetX / clientWidth) * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((offsetY / clientHeight) * rows)));
    setCell(row * columns + column);
  };
  const description = describeCell(cells, cell ?? 0);
  return (
    <figure className={styles.figure}>
      <div
        className={styles.map}
        style={{ blockSize: rows === 1 ? '4rem' : `${Math.min(24, Math.max(4, rows * 0.75))}rem` }}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
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
      <input
        type="range"
        aria-label="Heat map"
        aria-valuetext={description}
        max={columns * rows - 1}
        value={cell ?? 0}
        onChange={({ target }) => setCell(target.valueAsNumber)}
      />
      <figcaption className={styles.caption} aria-hidden="true">
        {cell === undefined ? 'Point at a color to see its value.' : description}
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
export function heatCells(values: JsonValue): HeatCells {
  const nested = [...innermost(values)];
  const lists = nested.length > MAX_ROWS ? [nested.flat()] : nested;
  const numbers = Math.max(0, ...lists.map(({ length }) => length));
  const columns = Math.min(MAX_COLUMNS, numbers);
  const sums = new Float64Array(lists.length * columns);
  const counts = new Uint32Array(sums.length);
  for (const [row, list] of lists.entries())
    for (const [index, value] of list.entries()) {
      const cell = row * columns + Math.floor((index * columns) / numbers);
      sums[cell]! += value;
      counts[cell]! += 1;
    }
  const means = sums.map((sum, cell) => sum / counts[cell]!);
  return { columns, rows: lists.length, means, numbers };
}

/** Indexes of the first and last number in a column of cells. */
export function numbersOf({ columns, numbers }: HeatCells, column: number): { first: number; last: number } {
  const first = Math.ceil((column * numbers) / columns);
  return { first, last: Math.max(first, Math.ceil(((column + 1) * numbers) / columns) - 1) };
}
