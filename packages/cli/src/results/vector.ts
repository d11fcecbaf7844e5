import {
  count,
  eachNumber,
  firstNumbers,
  innermost,
  shortNumber,
  computeStatistics,
  type JsonValue,
} from '@tryout/engine';
import {
  flow,
  sparkline,
  styleFor,
  getSymbols,
  truncate,
  wrap,
  type Rgb,
  type Terminal,
} from '../terminal/index.ts';
import { getColumns, type Renderer } from './renderer.ts';

/** Shape, statistics, a heat map and the first values; plain: the numbers, one innermost list per line. */
export const vector: Renderer<'vector'> = {
  draw({ shape, values }, terminal) {
    const { bold, dim } = styleFor(terminal);
    const { ellipsis, times, separator } = getSymbols(terminal);
    const columns = getColumns(terminal);
    const { total, min, max, mean, norm } = computeStatistics(values);
    const numbers = total === 1 ? 'number' : 'numbers';
    const head = `${shape.join(` ${times} `)}${shape.length > 1 ? ` = ${count(total)}` : ''} ${numbers}`;
    if (total === 0) return bold(truncate(head, columns, ellipsis));
    const facts = Object.entries({ min, max, mean, norm }).map(
      ([name, value]) => `${name} ${shortNumber(value)}`,
    );
    return [
      bold(wrap(head, columns)),
      flow(facts, separator, columns),
      ...(terminal.isScreenReader === true ? [] : [heatMap(values, { total, min, max }, columns, terminal)]),
      dim(wrap(firstNumbers(values, ellipsis), columns)),
    ].join('\n');
  },
  plain: ({ values }) => Array.from(innermost(values), (list) => list.join('\t')).join('\n'),
};

/** A heat map, blue below zero and red above, or without colors a chart. Many numbers are averaged. */
function heatMap(
  values: JsonValue,
  { total, min, max }: { readonly total: number; readonly min: number; readonly max: number },
  columns: number,
  terminal: Terminal,
): string {
  const cells = averages(values, total, Math.min(columns, total));
  if (terminal.colors === 'truecolor' || terminal.colors === '256') {
    const style = styleFor(terminal);
    const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
    return cells.map((value) => style.bgRgb(...heatColor(value / largest))(' ')).join('');
  }
  const range = max - min;
  const isFinite = range > 0 && Number.isFinite(range);
  return sparkline(
    cells.map((value) => (isFinite ? (value - min) / range : 0.5)),
    terminal,
  );
}

function averages(values: JsonValue, total: number, cells: number): number[] {
  const sums = new Array<number>(cells).fill(0);
  const counts = new Array<number>(cells).fill(0);
  let index = 0;
  for (const value of eachNumber(values)) {
    const cell = Math.floor((index * cells) / total);
    sums[cell]! += value;
    counts[cell]! += 1;
    index += 1;
  }
  return sums.map((sum, cell) => sum / (counts[cell] || 1));
}

const COLD: Rgb = [50, 100, 220];
const NEUTRAL: Rgb = [225, 225, 225];
const HOT: Rgb = [215, 60, 50];

/** @param level -1 to 1 */
function heatColor(level: number): Rgb {
  const share = Math.min(1, Math.abs(level));
  const end = level < 0 ? COLD : HOT;
  const mix = (channel: 0 | 1 | 2) => Math.round(NEUTRAL[channel] * (1 - share) + end[channel] * share);
  return [mix(0), mix(1), mix(2)];
}
