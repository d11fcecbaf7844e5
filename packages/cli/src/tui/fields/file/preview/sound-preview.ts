import { soundFacts, type FileInput } from '@tryout/engine';
import { soundLines } from '../../../../results/media-lines.ts';
import type { Picker } from '../../../app/picker.ts';
import type { Size } from '../../../display/size.ts';
import type { PreviewDrawing } from './preview.ts';
import { factLines, readForPreview, unreadFacts } from './read-for-preview.ts';

/** How loud a sound is from beginning to end, and its facts. */
export async function soundPreview(picker: Picker, file: FileInput, room: Size): Promise<PreviewDrawing> {
  const bytes = await readForPreview(file);
  if (typeof bytes === 'string')
    return { lines: factLines(picker, unreadFacts(file, bytes), room), pictures: [] };
  const media = { contentType: file.contentType, bytes };
  // A chart says nothing to who hears it read.
  if (picker.isRead || room.rows < 2)
    return { lines: factLines(picker, soundFacts(media), room), pictures: [] };
  const lines = soundLines(media, undefined, { ...picker.terminal, columns: room.columns });
  return { lines: lines.flatMap((line) => line.split('\n')).slice(0, room.rows), pictures: [] };
}
