import { pictureFacts, pictureSize } from '@tryout/engine';
import { drawPicture, flow, symbolsOf } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { asColumns } from './made-visible.ts';
import { savedLines } from './media-lines.ts';
import type { Renderer } from './renderer.ts';

/** The picture drawn, its facts and where it was saved; plain: type, width, height, bytes, path. */
export const image: Renderer<'image'> = {
  async drawn({ media }, terminal, { saved = [] }) {
    const { separator, times } = symbolsOf(terminal);
    const picture = terminal.isScreenReader === true ? undefined : await drawPicture(media.bytes, terminal);
    const facts = pictureFacts(media, pictureSize(media.bytes), times);
    return [
      ...(picture?.lines ?? []),
      flow(facts, separator, Math.max(LEAST_COLUMNS, terminal.columns)),
      ...savedLines(saved[0], terminal),
    ].join('\n');
  },
  plain({ media }, { saved = [] }) {
    const found = pictureSize(media.bytes);
    return asColumns(media.contentType, found?.width, found?.height, media.bytes.length, saved[0]);
  },
  summary: ({ media }) => pictureFacts(media, pictureSize(media.bytes)).slice(0, 2).join(' '),
};
