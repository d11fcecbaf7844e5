import type { PlacedPicture } from '../display/placed-picture.ts';
import type { Size } from '../display/size.ts';
import type { Key } from '../keyboard/key.ts';
import type { InkPart } from './ink-part.ts';

/** Something that a key does on a screen now. */
export interface Command {
  /** The keys that do it, by name; the first one is shown. */
  readonly keys: readonly string[];
  /** What it does, in a word or two, for the line of keys. */
  readonly label: string;
  /** The same as a sentence, for the list of all keys; by default the label. */
  readonly help?: string;
  /** Not in the line of keys, only in the list of all. */
  readonly isMinor?: boolean;
  /** Missing where an input of Ink's takes the key itself. */
  readonly run?: () => void;
}

/** What a screen shows: lines, perhaps with an input of Ink's between them. */
export interface Drawing {
  /** Styled, made visible, each at most as wide as the room; one of them may hold the cursor mark. */
  readonly lines: readonly string[];
  /** Over the lines, with rows and columns of the drawing. */
  readonly pictures?: readonly PlacedPicture[];
  /** Stands below the lines. */
  readonly part?: InkPart;
  /** Lines below that. */
  readonly after?: readonly string[];
}

/**
 * One screen of the picker: its state, what keys do there, and how it looks. It is kept while another lies over it, and
 * asks the picker to draw it again when its own state has changed.
 */
export interface Screen {
  /** Its part of the path on top; panels have none. */
  crumb?(): string;
  /** What keys do now, the most useful first. */
  commands(): readonly Command[];
  /**
   * Takes a key that no command has: typed and pasted text, the keys of an editor.
   * @returns whether it meant anything
   */
  onKey?(key: Key): boolean;
  /** Whether characters are typed into a text box now, so that F1 shows the keys rather than `?`. */
  takesText?(): boolean;
  /**
   * Esc, where the screen itself has something to go back from: a run, a filter.
   * @returns false when there is nothing, and the screen is to be left
   */
  onBack?(): boolean;
  /** Whether nobody gets past it without signing in (specification, section 2): from here Esc leaves the picker. */
  isGate?(): boolean;
  /** It shows the account. */
  readonly isAccount?: boolean;
  /** What kind of input of Ink's takes the keys that no command has. */
  usesInk?(): InkPart['kind'] | undefined;
  /** Draws it into a room; called often, so nothing is computed anew that has not changed. */
  draw(room: Size): Drawing;
  /** It lies on top now, for the first time or again. */
  onShow?(): void;
  /** It was left for good. */
  onLeave?(): void;
}
