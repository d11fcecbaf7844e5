import type { AudioField, ImageField, JsonField } from '@tryout/engine';
import type { FieldBox, FieldSlot } from '../field-box.ts';
import { fileBox } from './file-box.ts';

/** A box for a picture file. */
export function imageBox(slot: FieldSlot<ImageField>): FieldBox {
  return fileBox(slot);
}

/** A box for a sound file. */
export function audioBox(slot: FieldSlot<AudioField>): FieldBox {
  return fileBox(slot);
}

/** A box for a JSON file. */
export function jsonBox(slot: FieldSlot<JsonField>): FieldBox {
  return fileBox(slot);
}
