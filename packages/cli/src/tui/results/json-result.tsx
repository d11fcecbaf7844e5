import { foldedJson, resultJson } from '@tryout/engine';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type * as highlight from '../../terminal/highlight.ts';
import { styleFor } from '../../terminal/index.ts';
import { flowOf, type LineSource } from '../../terminal/text-flow/flow.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Output, type ResultProps } from './output.tsx';

/** Longer lines are texts rather than structure; coloring them takes too long. */
const MAX_COLORED = 1000;

/** The answer of the server as JSON. Only visible lines are colored, once the highlighter is loaded. */
export function JsonResult(props: ResultProps): ReactNode {
  const { memory } = usePicker();
  const { terminal } = useTerminal();
  const [loaded, setLoaded] = useState<typeof highlight>();
  useEffect(() => void import('../../terminal/highlight.ts').then(setLoaded), []);
  const { columns } = props.room;
  const { result } = props.run;
  const savedTo = result && memory.savedFiles.get(result)?.[0];
  const flow = useMemo(() => {
    const json = flowOf(columns);
    if (result) json.append(foldedJson(resultJson(result, savedTo)).join('\n'));
    return json;
  }, [result, savedTo, columns]);
  const color = useMemo(() => loaded?.highlighter(terminal), [loaded, terminal]);
  const { green } = styleFor(terminal);
  const source: LineSource = {
    count: flow.count,
    lines: (from, to) =>
      flow.lines(from, to).map((line, index) =>
        // The rest of a line that was broken belongs to a long text.
        flow.isContinued(from + index) || line.length > MAX_COLORED
          ? green(line)
          : (color?.(line, 'json') ?? line),
      ),
  };
  return <Output {...props} source={source} />;
}
