import { count, eachNumber, innermost, shortNumber, statisticsOf } from '@tryout/engine';
import { flow, styleFor, symbolsOf, truncate, wrap } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import type { Renderer } from './renderer.ts';
import { heatStrip } from './vector-strip.ts';

const FIRST_VALUES = 8;

/** Shape, statistics, first values and a strip of heat; plain: the numbers, one innermost list on each line. */
export const vector: Renderer<'vector'> = {
  drawn({ shape, values }, terminal) {
    const style = styleFor(terminal);
    const { ellipsis, times, separator } = symbolsOf(terminal);
    const columns = Math.max(LEAST_COLUMNS, terminal.columns);
    const { total, min, max, mean, norm } = statisticsOf(values);
    const numbers = total === 1 ? 'number' : 'numbers';
    const head = `${shape.join(` ${times} `)}${shape.length > 1 ? ` = ${count(total)}` : ''} ${numbers}`;
    if (total === 0) return style.bold(truncate(head, columns, ellipsis));
    const facts = Object.entries({ min, max, mean, norm }).map(
      ([name, value]) => `${name} ${shortNumber(value)}`,
    );
    const first: string[] = [];
    for (const value of eachNumber(values)) {
      if (first.push(shortNumber(value)) === FIRST_VALUES) break;
    }
    const start = `[${first.join(', ')}${total > first.length ? `, ${ellipsis}` : ''}]`;
    return [
      style.bold(wrap(head, columns)),
      flow(facts, separator, columns),
      ...(terminal.isScreenReader === true
        ? []
        : [heatStrip(values, { total, min, max }, columns, terminal)]),
      style.dim(wrap(start, columns)),
    ].join('\n');
  },
  plain({ values }) {
    const lines: string[] = [];
    for (const list of innermost(values)) lines.push(list.join('\t'));
    return lines.join('\n');
  },
  summary: ({ shape }) =>
    `${shape.join(' × ')} ${shape.every((length) => length === 1) ? 'number' : 'numbers'}`,
};
