import type { RunResult } from '@tryout/engine';
import type { Picker } from '../app/picker.ts';
import type { Size } from '../display/size.ts';
import { drawResult, type DrawnResult } from './drawn-result.ts';
import { savedFiles } from './saved-files.ts';

/** Draws results beside the screen, and keeps what was drawn. */
export interface ResultDrawer {
  /**
   * The result in a room, as far as it is drawn; until then as it last was, if it ever was: in another room without what
   * the terminal draws itself, which is much to send for a moment.
   */
  drawn(result: RunResult, room: Size, chosen: number | undefined): DrawnResult | undefined;
}

/** Has drawn nothing yet. */
export function createResultDrawer(picker: Picker): ResultDrawer {
  let of: RunResult | undefined;
  let wanted = '';
  let latest: { readonly room: Size; readonly result: DrawnResult } | undefined;
  let going: Promise<unknown> = Promise.resolve();

  /** One drawing at a time: while a window is pulled larger, only the newest size of many is worth its while. */
  async function draw(signal: AbortSignal, result: RunResult, room: Size, chosen?: number): Promise<void> {
    await going;
    if (signal.aborted) return;
    const drawing = drawResult(picker, result, room, chosen);
    going = drawing.catch(() => undefined);
    const next = await drawing;
    if (signal.aborted) return;
    latest = { room, result: next };
    picker.redraw();
  }

  return {
    drawn(result, room, chosen) {
      if (result !== of) latest = undefined;
      const { colours } = picker.terminal;
      const key = JSON.stringify([room.columns, room.rows, chosen, savedFiles(result), colours]);
      if (result !== of || key !== wanted) {
        of = result;
        wanted = key;
        picker.work('draw the result', (signal) => draw(signal, result, room, chosen));
      }
      if (!latest) return undefined;
      const isHere = latest.room.columns === room.columns && latest.room.rows === room.rows;
      return isHere ? latest.result : withoutPictures(latest.result);
    },
  };
}

function withoutPictures({ picture, ...others }: DrawnResult): DrawnResult {
  return picture ? { ...others, picture: { ...picture, pictures: [] } } : others;
}
