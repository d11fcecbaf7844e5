import { styleFor, type Terminal } from '../../terminal/index.ts';
import { highlighter } from '../../terminal/highlight.ts';
import { flowOf, type LineSource } from '../text-flow/flow.ts';

/** Longer lines are texts rather than structure; colouring them takes longer than it is worth. */
const LONGEST_COLOURED = 1000;

/** JSON in lines of the terminal's width; only lines in view are coloured. */
export function jsonSource(json: string, terminal: Pick<Terminal, 'columns' | 'colours'>): LineSource {
  const flow = flowOf(terminal.columns);
  flow.append(json);
  const paint = highlighter(terminal);
  const { green } = styleFor(terminal);
  return {
    count: flow.count,
    lines: (from, to) =>
      flow.lines(from, to).map((line, index) => {
        // The rest of a line that was broken belongs to a long text.
        if (flow.isContinued(from + index) || line.length > LONGEST_COLOURED) return green(line);
        return paint(line, 'json');
      }),
  };
}
