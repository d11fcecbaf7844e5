import { asLine } from '@tryout/engine';
import { styleFor, symbolsOf, truncate, widthOf } from '../terminal/index.ts';
import { LEAST_COLUMNS, moreLine } from './amount-rows.ts';
import { soundColumns } from './audio.ts';
import { PRINTED } from './limits.ts';
import { asColumn } from './made-visible.ts';
import { soundLines } from './media-lines.ts';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** Each track with its label, as a sound; plain: label, then the columns of a sound. */
export const tracks: Renderer<'tracks'> = {
  drawn({ tracks: all }, terminal, { saved = [], limits = PRINTED, chosen }) {
    const style = styleFor(terminal);
    if (all.length === 0) return note('No tracks', terminal);
    const columns = Math.max(LEAST_COLUMNS, terminal.columns);
    const shown = all.slice(0, limits.tracks).map(({ label, media }, index) => {
      const { pointer, ellipsis } = symbolsOf(terminal);
      const lead = index === chosen ? style.cyan(pointer) : '';
      const title = style.bold(truncate(asLine(label), columns - widthOf(lead), ellipsis));
      return [lead + title, ...soundLines(media, saved[index], terminal)].join('\n');
    });
    const left = all.length - shown.length;
    return [...shown, ...(left > 0 ? [moreLine(left, terminal, limits.all)] : [])].join('\n\n');
  },
  plain: ({ tracks: all }, { saved = [] }) =>
    all
      .map(({ label, media }, index) => `${asColumn(label)}\t${soundColumns(media, saved[index])}`)
      .join('\n'),
  summary({ tracks: all }) {
    const labels = all.slice(0, 10).map(({ label }) => asLine(label));
    return all.length === 0
      ? 'no tracks'
      : `${all.length} ${all.length === 1 ? 'track' : 'tracks'}: ${labels.join(', ')}`;
  },
};
