import type { FieldValue, FieldValues } from '@tryout/engine';
import type { Picker } from '../../../app/picker.ts';
import type { Size } from '../../../display/size.ts';
import type { DrawnPicture } from '../../../display/graphics/drawn-picture.ts';
import type { FileFieldKind } from '../path/fits-by-ending.ts';

/** Lines with pictures over them, at most as large as the room that they were made for. */
export type PreviewDrawing = DrawnPicture;

type Previewer<Kind extends FileFieldKind> = (
  picker: Picker,
  value: FieldValues[Kind],
  room: Size,
) => Promise<PreviewDrawing>;

/** Loaded with the first file of a kind: none is needed for the first frame. */
const previewers: { readonly [Kind in FileFieldKind]: () => Promise<Previewer<Kind>> } = {
  image: async () => (await import('./picture-preview.ts')).picturePreview,
  audio: async () => (await import('./sound-preview.ts')).soundPreview,
  json: async () => (await import('./json-preview.ts')).jsonPreview,
};

/** Shows what is in a file; made once for a value and a room, beside the keys. */
export interface Preview {
  /** What is known of the value now; the picker is told when there is more. */
  draw(value: FieldValue, room: Size): PreviewDrawing;
}

const nothing: PreviewDrawing = { lines: [], pictures: [] };

/** @param name tells the work of this box from that of others */
export function createPreview(picker: Picker, name: string, kind: FileFieldKind): Preview {
  const load = previewers[kind] as () => Promise<Previewer<FileFieldKind>>;
  let made: { readonly value: FieldValue; readonly room: Size; drawing: PreviewDrawing } | undefined;
  const fits = (room: Size) =>
    made !== undefined && made.room.columns <= room.columns && made.room.rows <= room.rows;
  return {
    draw(value, room) {
      if (room.rows < 1) return nothing;
      if (made?.value === value && isSame(made.room, room)) return made.drawing;
      const before = made?.value === value && fits(room) ? made.drawing : nothing;
      const next = { value, room, drawing: before };
      made = next;
      picker.work(`preview ${name}`, async (signal) => {
        const make = await load();
        const drawing = await make(picker, value as FieldValues[FileFieldKind], room);
        if (signal.aborted) return;
        next.drawing = drawing;
        picker.redraw();
      });
      return before;
    },
  };
}

function isSame(one: Size, other: Size): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}
