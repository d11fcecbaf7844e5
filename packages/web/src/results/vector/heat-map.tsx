import { count, shortNumber, type Statistics } from '@tryout/engine';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { numbersOf, type HeatCells } from './heat-cells.ts';
import { heatScale } from './heat-colors.ts';
import { moved } from './moved.ts';
import { useIsDark } from './use-is-dark.ts';
import styles from './vector.module.css';

export interface HeatMapProps {
  readonly cells: HeatCells;
  readonly statistics: Statistics;
}

/** Numbers as colors, blue below zero and red above; the one that is pointed at, or reached by arrow keys, in words. */
export function HeatMap({ cells, statistics: { min, max } }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<number>();
  const { columns, rows, means } = cells;
  const isDark = useIsDark();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const scale = heatScale(isDark ? 'dark' : 'light', Math.max(Math.abs(min), Math.abs(max)));
    const pixels = context.createImageData(columns, rows);
    means.forEach((value, at) => {
      if (!Number.isNaN(value)) pixels.data.set([...scale(value), 255], at * 4);
    });
    context.putImageData(pixels, 0, 0);
  }, [columns, rows, means, min, max, isDark]);

  const point = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent) => {
    const { clientWidth, clientHeight } = currentTarget;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((offsetX / clientWidth) * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((offsetY / clientHeight) * rows)));
    setCell(row * columns + column);
  };
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, cell ?? 0, cells);
    if (next === undefined) return;
    event.preventDefault();
    setCell(next);
  };
  const words = cell === undefined ? undefined : cellInWords(cells, cell);
  return (
    <figure className={styles.figure}>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Numbers as colors, one after the other"
        aria-valuemin={1}
        aria-valuemax={columns * rows}
        aria-valuenow={(cell ?? 0) + 1}
        aria-valuetext={words ?? cellInWords(cells, 0)}
        className={styles.map}
        style={{ blockSize: rows === 1 ? '4rem' : `${Math.min(24, Math.max(4, rows * 0.75))}rem` }}
        onKeyDown={press}
        onPointerMove={point}
        onPointerDown={point}
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
        {words ?? 'Point at a color to read its number.'}
      </figcaption>
    </figure>
  );
}

/** `#12: 0.0331`, in several rows `3, #12: 0.0331`; of cells that stand for many numbers their mean. */
function cellInWords(cells: HeatCells, cell: number): string {
  const { columns, rows, means } = cells;
  const { first, last } = numbersOf(cells, cell % columns);
  const row = rows === 1 ? '' : `List ${count(Math.floor(cell / columns) + 1)}, `;
  const mean = means[cell] ?? NaN;
  const value = Number.isNaN(mean) ? 'none' : shortNumber(mean);
  if (first === last) return `${row}#${count(first + 1)}: ${value}`;
  return `${row}#${count(first + 1)} to #${count(last + 1)}: ${value} on average`;
}
