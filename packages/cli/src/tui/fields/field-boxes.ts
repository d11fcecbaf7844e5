import type { FieldBox, FieldBoxes, FieldSlot } from './field-box.ts';
import { fileBox } from './file/file-box.ts';
import { listBox } from './list-box.ts';
import { textBox } from './text-box.ts';
import { valueBox } from './value/value-box.ts';

const boxes: FieldBoxes = {
  text: textBox,
  image: fileBox,
  audio: fileBox,
  json: fileBox,
  list: listBox,
  choice: valueBox,
  number: valueBox,
  boolean: valueBox,
};

/** The box for a field, whatever its kind. */
export function fieldBox(slot: FieldSlot): FieldBox {
  return boxes[slot.field.kind](slot as never);
}
