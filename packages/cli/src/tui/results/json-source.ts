import { styleFor } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';
import { flowOf, type LineSource } from '../text-flow/flow.ts';

/** Longer lines are texts rather than structure; colouring them takes longer than it is worth. */
const LONGEST_COLOURED = 1000;

/** JSON in lines of a width; only lines in view are coloured, as soon as what colours them is loaded. */
export function jsonSource(
  { terminal, work, redraw }: Pick<Picker, 'terminal' | 'work' | 'redraw'>,
  json: string,
  columns: number,
): LineSource {
  const flow = flowOf(columns);
  flow.append(json);
  const { green } = styleFor(terminal);
  let paint = (line: string, _grammar: string) => line;
  if (terminal.colours !== 'none')
    work('colour JSON', async () => {
      const { highlighter } = await import('../../terminal/highlight.ts');
      paint = highlighter(terminal);
      redraw();
    });
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
