import type { RunResult } from '@tryout/engine';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { pad, widthOf, type Terminal } from '../../terminal/index.ts';
import { useJob } from '../hooks/use-job.ts';
import { usePicker, type PickerSettings } from '../hooks/use-picker.ts';
import { useTerminal, type Size } from '../hooks/use-terminal.ts';
import { drawnPicture } from '../../terminal/graphics/drawn-picture.ts';
import { sourceOf } from '../../terminal/text-flow/flow.ts';
import { Output, type ResultProps } from './output.tsx';
import { partsOf, resultTypeOf, SCROLLED } from '../../results/result-types.ts';

/** A rendered result: lines that scroll, and perhaps a picture that stays visible. */
interface Drawing extends Pick<ComponentProps<typeof Output>, 'picture'> {
  readonly lines: readonly string[];
}

/** From this width on the picture is beside its rows. */
const WIDE = 72;
/** Of the rows, and of the columns beside a picture: its facts are always visible (C20). */
const SHARE_OF_LINES = 0.4;
const GAP = 2;
/** In a lower picture nothing can be recognized. */
const MIN_PICTURE_ROWS = 4;

/** A result as lines, some kinds with a picture. */
export function DrawnResult(props: ResultProps): ReactNode {
  const { run, room, chosen } = props;
  const { lines, picture } = useDrawing(run.result, room, chosen);
  const parts = run.result ? partsOf(run.result.view) : 0;
  const reveal =
    chosen === undefined || parts === 0 ? undefined : Math.floor((chosen * lines.length) / parts);
  return <Output {...props} source={sourceOf(lines)} reveal={reveal} picture={picture} />;
}

/**
 * The result rendered for a room. Until that is done the previous rendering stays, in another room without pictures of
 * the terminal's own: these are large, and would be sent for a moment only.
 */
function useDrawing(result: RunResult | undefined, room: Size, chosen: number | undefined): Drawing {
  const settings = usePicker();
  const { terminal } = useTerminal();
  const job = useJob();
  const current = useRef<Promise<unknown>>(Promise.resolve());
  const [latest, setLatest] = useState<{ result: RunResult; room: Size; drawing: Drawing }>();
  const { columns, rows } = room;
  const saved = result && settings.memory.savedFiles.get(result);
  useEffect(() => {
    if (!result) return;
    job.start(async (signal) => {
      // One at a time: while a window is resized only the newest of many sizes matters.
      await current.current;
      if (signal.aborted) return;
      const wanted = { columns, rows };
      const work = draw(result, { settings, terminal, saved, room: wanted, chosen });
      current.current = work.catch(() => undefined);
      const drawing = await work;
      if (!signal.aborted) setLatest({ result, room: wanted, drawing });
    });
  }, [job, settings, terminal, result, saved, columns, rows, chosen]);
  if (!latest || latest.result !== result) return { lines: [] };
  const { lines, picture } = latest.drawing;
  if (!picture || (latest.room.columns === columns && latest.room.rows === rows)) return latest.drawing;
  return { lines, picture: { ...picture, pictures: [] } };
}

interface DrawOptions extends Pick<ResultProps, 'room' | 'chosen'> {
  readonly settings: PickerSettings;
  readonly terminal: Terminal;
  readonly saved: readonly string[] | undefined;
}

async function draw(
  { view }: RunResult,
  { settings, terminal, saved = [], room, chosen }: DrawOptions,
): Promise<Drawing> {
  const { columns, rows } = room;
  const type = resultTypeOf(view);
  const context = { saved, limits: SCROLLED, ...(chosen === undefined ? {} : { chosen }) };
  const linesIn = (width: number) => type.lines(view, { ...terminal, columns: width, rows }, context);
  const picture = type.picture?.(view);
  if (!picture || settings.isRead) return { lines: await linesIn(columns) };
  const isBeside = columns >= WIDE && type.parts !== undefined;
  const beside = isBeside ? Math.floor(columns * SHARE_OF_LINES) : 0;
  const lines = await linesIn(isBeside ? beside : columns);
  const below = Math.min(lines.length, Math.max(2, Math.ceil(rows * SHARE_OF_LINES)));
  const pictureRoom = isBeside ? { columns: columns - beside - GAP, rows } : { columns, rows: rows - below };
  if (pictureRoom.rows < MIN_PICTURE_ROWS) return { lines };
  const bytes = await picture.bytes();
  const device = { ...settings, terminal };
  const drawn = bytes && (await drawnPicture(device, bytes, picture.overlays(chosen), pictureRoom));
  if (!drawn) return { lines: [picture.absent(terminal), ...lines] };
  if (!isBeside) return { lines, picture: { ...drawn, isBeside } };
  const widest = Math.max(0, ...drawn.lines.map(widthOf));
  const width = (drawn.pictures.length > 0 || widest === 0 ? pictureRoom.columns : widest) + GAP;
  const padded = Array.from({ length: rows }, (_, row) => pad(drawn.lines[row] ?? '', width));
  return { lines, picture: { lines: padded, pictures: drawn.pictures, isBeside } };
}
