import {
  count,
  eachNumber,
  innermost,
  shortNumber,
  statisticsOf,
  type JsonValue,
  type Statistics,
} from '@tryout/engine';
import { useMemo } from 'react';
import { CopyButton } from '../../lib/ui/copy-button.tsx';
import type { ResultProps } from '../result-view.tsx';
import { HeatMap } from './heat-map.tsx';
import styles from './vector.module.css';

const FIRST_VALUES = 8;

/** Shape, statistics, heat map and first values of a vector. */
export function Vector({ view: { shape, values } }: ResultProps<'vector'>) {
  const statistics = useMemo(() => statisticsOf(values), [values]);
  const cells = useMemo(() => heatCells(values, statistics), [values, statistics]);
  const { total, min, max, mean, norm } = statistics;
  const product = shape.length > 1 ? ` = ${count(total)}` : '';
  const head = `${shape.map(count).join(' × ')}${product} ${total === 1 ? 'number' : 'numbers'}`;
  if (total === 0) return <p className={styles.head}>{head}</p>;
  return (
    <div className={styles.vector}>
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
      <p className={styles.first}>{firstOf(values, total)}</p>
      <div>
        <CopyButton text={() => JSON.stringify(values)} label="Copy numbers" />
      </div>
    </div>
  );
}

function firstOf(values: JsonValue, total: number): string {
  const first: string[] = [];
  for (const value of eachNumber(values)) if (first.push(shortNumber(value)) === FIRST_VALUES) break;
  return `[${first.join(', ')}${total > first.length ? ', …' : ''}]`;
}

/** Numbers as colored cells, row by row. */
export interface HeatCells {
  readonly columns: number;
  readonly rows: number;
  /** The mean of the numbers in each cell; NaN for missing ones. */
  readonly means: Float64Array;
  readonly numbers: number;
}

const MAX_ROWS = 64;
const MAX_COLUMNS = 1024;

/** Each list of numbers as a row, or all numbers as one row if there are too many lists; long rows as means. */
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
