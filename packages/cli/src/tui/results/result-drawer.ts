import type { RunResult } from '@tryout/engine';
import type { Picker } from '../app/picker.ts';
import type { Size } from '../display/size.ts';
import { drawResult, type DrawnResult } from './drawn-result.ts';
import { savedFiles } from './saved-files.ts';

/** Draws results beside the screen, and keeps what was drawn. */
export interface ResultDrawer {
  /** The result in a room, as far as it is drawn; until then as it last was, if it ever was. */
  drawn(result: RunResult, room: Size, chosen: number | undefined): DrawnResult | undefined;
}

export function createResultDrawer(picker: Picker): ResultDrawer {
  let of: RunResult | undefined;
  let wanted = '';
  let latest: DrawnResult | undefined;
  return {
    drawn(result, room, chosen) {
      if (result !== of) latest = undefined;
      const { colours } = picker.terminal;
      const key = JSON.stringify([room.columns, room.rows, chosen, savedFiles(result), colours]);
      if (result !== of || key !== wanted) {
        of = result;
        wanted = key;
        picker.work('draw the result', async (signal) => {
          const next = await drawResult(picker, result, room, chosen);
          if (signal.aborted) return;
          latest = next;
          picker.redraw();
        });
      }
      return latest;
    },
  };
}
