import type { RunResult } from '@tryout/engine';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { pad, widthOf, type Terminal } from '../../terminal/index.ts';
import { useJob } from '../hooks/use-job.ts';
import { usePicker, type PickerSettings } from '../hooks/use-picker.ts';
import { useTerminal, type Size } from '../hooks/use-terminal.ts';
import { drawnPicture, type DrawnPicture } from '../../terminal/graphics/drawn-picture.ts';
import { sourceOf } from '../../terminal/text-flow/flow.ts';
import { Output, useVisibleLines, type ResultProps } from './output.tsx';
import { partsOf, resultTypeOf, SCROLLED } from '../../results/result-types.ts';

/** A rendered result: lines that scroll, and perhaps a picture that stays visible. */
interface Drawing {
  readonly lines: readonly string[];
  /** Beside the lines its own are all equally wide. */
  readonly picture?: DrawnPicture & { readonly isBeside: boolean };
}

/** From this width on the picture is beside its rows. */
const WIDE = 72;
/** Of the rows, and of the columns beside a picture: its facts are always visible (C20). */
const SHARE_OF_LINES = 0.4;
const GAP = 2;
/** In a lower picture nothing can be recognized. */
const MIN_PICTURE_ROWS = 4;

/** A result as lines, some kinds with a picture. */
export function DrawnResult({ run, head, room, chosen, isShown, hasKeys }: ResultProps): ReactNode {
  const { lines, picture } = useDrawing(run.result, room, chosen);
  const above = picture?.lines.slice(0, room.rows) ?? [];
  const rows = picture && !picture.isBeside ? Math.max(0, room.rows - above.length) : room.rows;
  const visible = useVisibleLines(sourceOf(lines), rows, { hasKeys: hasKeys && isShown });
  const [revealed, setRevealed] = useState(chosen);
  if (revealed !== chosen) {
    setRevealed(chosen);
    const parts = run.result ? partsOf(run.result.view) : 0;
    if (chosen !== undefined && parts > 0) visible.scroll.reveal(Math.floor((chosen * lines.length) / parts));
  }
  if (!isShown) return null;
  const all = picture?.isBeside
    ? above.map((line, row) => line + (visible.lines[row] ?? ''))
    : [...above, ...visible.lines];
  return <Output head={head} position={visible.position} lines={all} pictures={picture?.pictures ?? []} />;
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
      const work = draw({ settings, terminal, result, saved, room: wanted, chosen });
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

interface DrawOptions {
  readonly settings: PickerSettings;
  readonly terminal: Terminal;
  readonly result: RunResult;
  readonly saved: readonly string[] | undefined;
  readonly room: Size;
  readonly chosen: number | undefined;
}

async function draw({ settings, terminal, result, saved = [], room, chosen }: DrawOptions): Promise<Drawing> {
  const { view } = result;
  const type = resultTypeOf(view);
  const context = { saved, limits: SCROLLED, ...(chosen === undefined ? {} : { chosen }) };
  const linesIn = (columns: number) => type.lines(view, { ...terminal, ...room, columns }, context);
  const picture = type.picture?.(view);
  if (!picture || settings.isRead) return { lines: await linesIn(room.columns) };
  const isBeside = room.columns >= WIDE && type.parts !== undefined;
  const lines = await linesIn(isBeside ? Math.floor(room.columns * SHARE_OF_LINES) : room.columns);
  const below = Math.min(lines.length, Math.max(2, Math.ceil(room.rows * SHARE_OF_LINES)));
  const pictureRoom = isBeside
    ? { columns: room.columns - Math.floor(room.columns * SHARE_OF_LINES) - GAP, rows: room.rows }
    : { columns: room.columns, rows: room.rows - below };
  if (pictureRoom.rows < MIN_PICTURE_ROWS) return { lines };
  const bytes = await picture.bytes();
  const device = { ...settings, terminal };
  const drawn = bytes && (await drawnPicture(device, bytes, picture.overlays(chosen), pictureRoom));
  if (!drawn) return { lines: [picture.absent(terminal), ...lines] };
  if (!isBeside) return { lines, picture: { ...drawn, isBeside } };
  const widest = drawn.lines.reduce((max, line) => Math.max(max, widthOf(line)), 0);
  const width = (drawn.pictures.length > 0 || widest === 0 ? pictureRoom.columns : widest) + GAP;
  const padded = Array.from({ length: room.rows }, (_, row) => pad(drawn.lines[row] ?? '', width));
  return { lines, picture: { lines: padded, pictures: drawn.pictures, isBeside } };
}
