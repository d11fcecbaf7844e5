import type { ChoiceField } from '@tryout/engine';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { valueBox } from './value-box.ts';

/** One of a few values: arrows, Space, or the letter that a value begins with. */
export function choiceBox(slot: FieldSlot<ChoiceField>): FieldBox {
  return valueBox(slot);
}
