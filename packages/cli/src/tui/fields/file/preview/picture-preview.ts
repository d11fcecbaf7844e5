import { pictureFacts, pictureSize, type FileInput } from '@tryout/engine';
import { symbolsOf } from '../../../../terminal/index.ts';
import type { Picker } from '../../../app/picker.ts';
import { drawnPicture } from '../../../display/graphics/drawn-picture.ts';
import type { Size } from '../../../display/size.ts';
import type { PreviewDrawing } from './preview.ts';
import { factLines, readForPreview, unreadFacts } from './read-for-preview.ts';

/** A picture's facts, and below them the picture where the room allows. */
export async function picturePreview(picker: Picker, file: FileInput, room: Size): Promise<PreviewDrawing> {
  const bytes = await readForPreview(file);
  if (typeof bytes === 'string')
    return { lines: factLines(picker, unreadFacts(file, bytes), room), pictures: [] };
  const media = { contentType: file.contentType, bytes };
  const facts = factLines(
    picker,
    pictureFacts(media, pictureSize(media.bytes), symbolsOf(picker.terminal).times),
    room,
  );
  const left = { columns: room.columns, rows: room.rows - facts.length };
  if (left.rows < 2) return { lines: facts, pictures: [] };
  const drawn = await drawnPicture(picker, bytes, {}, left);
  if (!drawn) return { lines: facts, pictures: [] };
  return {
    lines: [...facts, ...drawn.lines],
    pictures: drawn.pictures.map((picture) => ({ ...picture, row: picture.row + facts.length })),
  };
}
