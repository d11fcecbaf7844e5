import type { Field, FieldKind, FieldValue } from '@tryout/engine';
import type { Picker } from '../app/picker.ts';
import type { Size } from '../display/size.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import type { Key } from '../keyboard/key.ts';
import type { Command } from '../screens/screen.ts';

/** What a box on a form fills. */
export interface FieldSlot<F extends Field = Field> {
  readonly picker: Picker;
  readonly name: string;
  readonly field: F;
  /** The session's value now; it may have been filled by an example or cleared. */
  value(): FieldValue | undefined;
  set(value: FieldValue | undefined): void;
}

/** How a box looks now. */
export interface BoxDrawing {
  /** With its label; at most as wide as the room. The one that holds the cursor mark is kept in view. */
  readonly lines: readonly string[];
  readonly pictures?: readonly PlacedPicture[];
}

/** One input on a form: its state, its keys and its look. */
export interface FieldBox {
  /** @param isFocused whether keys go to it */
  draw(room: Size, isFocused: boolean): BoxDrawing;
  /** Takes a key that no command has. @returns whether it meant anything */
  onKey(key: Key): boolean;
  /** What keys do in it now, beside the form's own. */
  commands?(): readonly Command[];
  /** It is given the keyboard, coming from the box before or after it. */
  onFocus?(from: 'before' | 'after'): void;
  /** Goes on within it (entries of a list). @returns false at its end, where the next box follows */
  step?(direction: 'next' | 'previous'): boolean;
  /** Enter. @returns true when the box has used it, else the form goes on */
  onEnter?(): boolean;
  /** Whether its value is still to come, so that Enter waits for it. */
  isReading?(): boolean;
  /** What Enter does in it now, in a word; undefined where the form goes on. */
  enterLabel?(): string | undefined;
}

/** Makes a box for each kind of field. */
export type FieldBoxes = {
  readonly [Kind in FieldKind]: (slot: FieldSlot<Extract<Field, { kind: Kind }>>) => FieldBox;
};
