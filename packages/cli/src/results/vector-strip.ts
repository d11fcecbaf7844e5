import { eachNumber, type JsonValue, type Statistics } from '@tryout/engine';
import { sparkline, styleFor, type Rgb, type Terminal } from '../terminal/index.ts';

const COLD: Rgb = [50, 100, 220];
const MIDDLE: Rgb = [225, 225, 225];
const HOT: Rgb = [215, 60, 50];

/**
 * The numbers from first to last as cells of color, blue below zero and red above; without colors as a small chart
 * from the lowest to the highest. Where there are more numbers than cells, a cell has the mean of its share.
 */
export function heatStrip(
  values: JsonValue,
  { total, min, max }: Pick<Statistics, 'total' | 'min' | 'max'>,
  columns: number,
  terminal: Terminal,
): string {
  const cells = means(values, total, Math.min(columns, total));
  if (terminal.colors !== 'truecolor' && terminal.colors !== '256') {
    const range = max - min;
    return sparkline(
      cells.map((value) => (range > 0 && Number.isFinite(range) ? (value - min) / range : 0.5)),
      terminal,
    );
  }
  const style = styleFor(terminal);
  const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
  return cells.map((value) => style.bgRgb(...heat(value / largest))(' ')).join('');
}

function means(values: JsonValue, total: number, cells: number): number[] {
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

/** @param level -1 to 1 */
function heat(level: number): Rgb {
  const share = Math.min(1, Math.abs(level));
  const end = level < 0 ? COLD : HOT;
  const mix = (channel: 0 | 1 | 2) => Math.round(MIDDLE[channel] * (1 - share) + end[channel] * share);
  return [mix(0), mix(1), mix(2)];
}
