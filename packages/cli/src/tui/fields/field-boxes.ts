import { booleanBox } from './boolean-box.ts';
import { choiceBox } from './choice-box.ts';
import type { FieldBox, FieldBoxes, FieldSlot } from './field-box.ts';
import { audioBox, imageBox, jsonBox } from './file/index.ts';
import { listBox } from './list-box.ts';
import { numberBox } from './number-box.ts';
import { textBox } from './text-box.ts';

const boxes: FieldBoxes = {
  text: textBox,
  image: imageBox,
  audio: audioBox,
  json: jsonBox,
  list: listBox,
  choice: choiceBox,
  number: numberBox,
  boolean: booleanBox,
};

/** The box for a field, whatever its kind. */
export function fieldBox(slot: FieldSlot): FieldBox {
  return boxes[slot.field.kind](slot as never);
}
