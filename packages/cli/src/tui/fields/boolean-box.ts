import type { BooleanField } from '@tryout/engine';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { valueBox } from './value-box.ts';

/** Yes, no, or nothing. */
export function booleanBox(slot: FieldSlot<BooleanField>): FieldBox {
  return valueBox(slot);
}
