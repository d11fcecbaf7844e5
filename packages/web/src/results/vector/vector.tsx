import {
  count,
  firstNumbers,
  shortNumber,
  computeStatistics,
  type JsonValue,
  innermost,
  type Statistics,
} from '@tryout/engine';
import { useMemo, useEffect, useRef, useState, type PointerEvent } from 'react';
import type { ResultProps } from '../parts/parts.tsx';
import styles from './vector.module.css';

/** Shape, statistics, heat map and first values of a vector. */
export function Vector({ view: { shape, values } }: ResultProps<'vector'>) {
  const statistics = useMemo(() => computeStatistics(values), [values]);
  const cells = useMemo(() => getHeatCells(values), [values]);
  const { total, min, max, mean, norm } = statistics;
  const product = shape.length > 1 ? ` = ${count(total)}` : '';
  const head = `${shape.map(count).join(' × ')}${product} ${total === 1 ? 'number' : 'numbers'}`;
  if (total === 0) return <p className={styles.head}>{head}</p>;
  return (
    <div className="stack">
      <p className={styles.head}>{head}</p>
      <dl className={styles.facts}>
        {Object.entries({ min, max, mean, norm }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shortNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <HeatMap cells={cells} statistics={statistics} />
      <p className={styles.first}>{firstNumbers(values)}</p>
    </div>
  );
}

interface HeatMapProps {
  readonly cells: HeatCells;
  readonly statistics: Pick<Statistics, 'min' | 'max'>;
}

/** Colors below and above zero; the style sheet has the color of zero. */
const BELOW = [74, 123, 238] as const;
const ABOVE = [227, 86, 74] as const;

/** A heat map with a color scale through zero; shows the value of a cell that is pointed at or chosen with a slider. */
export function HeatMap({ cells, statistics: { min, max } }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<number>();
  const { columns, numbers } = cells;
  const rows = Math.ceil(numbers.length / columns);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
    const pixels = context.createImageData(columns, rows);
    numbers.forEach((value, at) => {
      const strength = Math.round(Math.min(1, Math.abs(value) / largest) * 255);
      pixels.data.set([...(value < 0 ? BELOW : ABOVE), strength || 0], at * 4);
    });
    context.putImageData(pixels, 0, 0);
  }, [columns, rows, numbers, min, max]);

  const onPointer = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent) => {
    const { clientWidth, clientHeight } = currentTarget;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((offsetX / clientWidth) * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((offsetY / clientHeight) * rows)));
    setCell(Math.min(numbers.length - 1, row * columns + column));
  };
  const description = describeCell(cells, cell ?? 0);
  return (
    <figure className="stack tight">
      <div
        className={styles.map}
        style={
          rows === columns && rows > 1
            ? { aspectRatio: 1, maxBlockSize: '24rem' }
            : { blockSize: rows === 1 ? '4rem' : `${Math.min(24, Math.max(4, rows * 0.75))}rem` }
        }
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
        max={numbers.length - 1}
        value={cell ?? 0}
        onChange={({ target }) => setCell(target.valueAsNumber)}
      />
      <figcaption className="note numeric" aria-hidden="true">
        {cell === undefined ? 'Hover or tap to see a value.' : description}
      </figcaption>
    </figure>
  );
}

/** `#12: 0.0331`, or `List 3, #12: 0.0331` if each row is a list. */
function describeCell({ columns, numbers, hasLists }: HeatCells, cell: number): string {
  const number = numbers[cell] ?? NaN;
  const value = Number.isNaN(number) ? 'none' : shortNumber(number);
  if (!hasLists) return `#${count(cell + 1)}: ${value}`;
  return `List ${count(Math.floor(cell / columns) + 1)}, #${count((cell % columns) + 1)}: ${value}`;
}

/** Numbers as colored cells, row by row. */
interface HeatCells {
  readonly columns: number;
  /** NaN for missing ones. */
  readonly numbers: readonly number[];
  /** Whether each row is a list. */
  readonly hasLists: boolean;
}

/** Larger maps would be too narrow to read. */
const MAX_LISTS = 256;
const MAX_LENGTH = 4096;
/** Of a single list, if it is short. */
const MIN_COLUMNS = 64;

/** One row per list of numbers; a single list, or too many or too long ones, are wrapped into rows. */
export function getHeatCells(values: JsonValue): HeatCells {
  const lists = [...innermost(values)];
  const length = lists.reduce((max, list) => Math.max(max, list.length), 0);
  if (lists.length > 1 && lists.length <= MAX_LISTS && length <= MAX_LENGTH) {
    const numbers = lists.flatMap((list) => [...list, ...Array<number>(length - list.length).fill(NaN)]);
    return { columns: length, numbers, hasLists: true };
  }
  const numbers = lists.flat();
  const columns = Math.max(MIN_COLUMNS, Math.ceil(Math.sqrt(numbers.length * 4)));
  return { columns: Math.min(numbers.length, columns), numbers, hasLists: false };
}
