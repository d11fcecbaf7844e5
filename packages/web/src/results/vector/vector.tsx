import { count, eachNumber, shortNumber, computeStatistics, type JsonValue } from '@tryout/engine';
import { useMemo } from 'react';
import type { ResultProps } from '../result-props.ts';
import { heatCells, HeatMap } from './heat-map.tsx';
import styles from './vector.module.css';

const FIRST_VALUES = 8;

/** Shape, statistics, heat map and first values of a vector. */
export function Vector({ view: { shape, values } }: ResultProps<'vector'>) {
  const statistics = useMemo(() => computeStatistics(values), [values]);
  const cells = useMemo(() => heatCells(values), [values]);
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
      <p className={styles.first}>{getFirst(values, total)}</p>
    </div>
  );
}

function getFirst(values: JsonValue, total: number): string {
  const first: string[] = [];
  for (const value of eachNumber(values)) if (first.push(shortNumber(value)) === FIRST_VALUES) break;
  return `[${first.join(', ')}${total > first.length ? ', …' : ''}]`;
}
