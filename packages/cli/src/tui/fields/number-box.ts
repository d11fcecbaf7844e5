import type { NumberField } from '@tryout/engine';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { valueBox } from './value-box.ts';

/** A number. */
export function numberBox(slot: FieldSlot<NumberField>): FieldBox {
  return valueBox(slot);
}
