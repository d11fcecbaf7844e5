import { count, shortNumber, type Statistics } from '@tryout/engine';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type HeatCells, numbersOf } from './vector.tsx';
import styles from './vector.module.css';

interface HeatMapProps {
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

type Rgb = readonly [number, number, number];

/** From numbers to colors, from the lowest over zero to the highest. */
type HeatScale = (value: number) => Rgb;

/**
 * The page's `--heat-…` colors.
 * @param largest the number of the greatest amount, without its sign
 */
function heatScale(scheme: 'light' | 'dark', largest: number): HeatScale {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => rgbOf(style.getPropertyValue(`--heat-${scheme}-${name}`).trim());
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

/** @param hexadecimal for example `#3264dc` */
function rgbOf(hexadecimal: string): Rgb {
  const value = Number.parseInt(hexadecimal.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The cell that a key leads to from another; undefined for keys that lead nowhere. */
export function moved(
  key: string,
  cell: number,
  { columns, rows }: Pick<HeatCells, 'columns' | 'rows'>,
): number | undefined {
  const last = columns * rows - 1;
  const line = rows === 1 ? Math.max(1, Math.round(columns / 10)) : columns;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: line,
    ArrowUp: -line,
    PageDown: line,
    PageUp: -line,
    Home: -last,
    End: last,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? undefined : Math.min(last, Math.max(0, cell + step));
}

const query = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the page is dark now, for what is drawn in its colors rather than styled. */
function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
