import { foldedJson, resultJson } from '@tryout/engine';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { styleFor } from '../../terminal/index.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { flowOf, type LineSource } from '../../terminal/text-flow/flow.ts';
import { Output, useVisibleLines, type ResultProps } from './output.tsx';

/** Longer lines are texts rather than structure; coloring them takes too long. */
const MAX_COLORED = 1000;

/** The answer of the server as JSON. Only visible lines are colored. */
export function JsonResult({ run: { result }, head, room, isShown, hasKeys }: ResultProps): ReactNode {
  const { memory } = usePicker();
  const paint = useJsonPaint();
  const { columns } = room;
  const savedTo = result && memory.savedFiles.get(result)?.[0];
  const source = useMemo((): LineSource => {
    const flow = flowOf(columns);
    if (result) flow.append(foldedJson(resultJson(result, savedTo)).join('\n'));
    return {
      count: flow.count,
      lines: (from, to) =>
        flow.lines(from, to).map((line, index) => paint(line, flow.isContinued(from + index))),
    };
  }, [result, savedTo, columns, paint]);
  const visible = useVisibleLines(source, room.rows, { hasKeys: hasKeys && isShown });
  if (!isShown) return null;
  return <Output head={head} position={visible.position} lines={visible.lines} />;
}

type Paint = (line: string, isContinued: boolean) => string;

/** Colors lines of JSON, once the highlighter is loaded. */
function useJsonPaint(): Paint {
  const { terminal } = useTerminal();
  const [highlight, setHighlight] = useState<{ readonly json: (line: string) => string }>();
  useEffect(() => {
    if (terminal.colours === 'none') return;
    let isStopped = false;
    void import('../../terminal/highlight.ts').then(({ highlighter }) => {
      const color = highlighter(terminal);
      if (!isStopped) setHighlight({ json: (line) => color(line, 'json') });
    });
    return () => {
      isStopped = true;
    };
  }, [terminal]);
  return useMemo(() => {
    const { green } = styleFor(terminal);
    return (line, isContinued) =>
      // The rest of a line that was broken belongs to a long text.
      isContinued || line.length > MAX_COLORED ? green(line) : (highlight?.json(line) ?? line);
  }, [terminal, highlight]);
}
