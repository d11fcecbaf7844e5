import type { RunResult } from '@tryout/engine';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { drawResult, type Drawing } from '../../results/draw-result.ts';
import { partsOf } from '../../results/result-types.ts';
import { sourceOf } from '../../terminal/text-flow/flow.ts';
import { useJob } from '../hooks/use-job.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal, type Size } from '../hooks/use-terminal.ts';
import { Output, type ResultProps } from './output.tsx';

/** A result as lines, with a picture for some kinds. */
export function DrawnResult(props: ResultProps): ReactNode {
  const { result } = props.run;
  return result && <Drawn {...props} result={result} />;
}

/**
 * Until a result is drawn for another room the previous drawing stays, without pictures of the terminal's own: these are
 * large, and would be sent for a moment only.
 */
function Drawn(props: ResultProps & { readonly result: RunResult }): ReactNode {
  const { result, room, chosen } = props;
  const settings = usePicker();
  const { terminal } = useTerminal();
  const job = useJob();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [drawing, setDrawing] = useState<Drawing & { readonly room?: Size }>({ lines: [] });
  const { columns, rows } = room;
  const saved = settings.memory.savedFiles.get(result);
  useEffect(() => {
    job.start(async (signal) => {
      // One at a time: while a window is resized only the newest of many sizes matters.
      await last.current;
      if (signal.aborted) return;
      const options = { saved, room: { columns, rows }, chosen };
      const work = drawResult(result.view, { ...settings, terminal }, options);
      last.current = work.catch(() => undefined);
      const drawn = await work;
      if (!signal.aborted) setDrawing({ ...drawn, room: options.room });
    });
  }, [job, settings, terminal, result, saved, columns, rows, chosen]);
  const { lines, picture, room: drawnFor } = drawing;
  const isFitting = drawnFor?.columns === columns && drawnFor.rows === rows;
  const shownPicture = isFitting ? picture : picture && { ...picture, pictures: [] };
  const parts = Math.max(1, partsOf(result.view));
  const reveal = chosen === undefined ? undefined : Math.floor((chosen * lines.length) / parts);
  return <Output {...props} source={sourceOf(lines)} reveal={reveal} picture={shownPicture} />;
}
