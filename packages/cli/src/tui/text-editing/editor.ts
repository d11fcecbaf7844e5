import type { Key } from '../keyboard/key.ts';
import type { Size } from '../display/ink-output.ts';

/** How a text box looks. */
export interface EditorLook {
  /** Whether it shows the cursor. */
  readonly isFocused: boolean;
  /** Shown, dim, where nothing is typed yet. */
  readonly placeholder?: string;
}

/** A text that is being typed: characters as a person sees them, of any script. */
export interface Editor {
  readonly text: string;
  /** Replaces the text from elsewhere; the cursor goes to its end. The same text changes nothing. */
  setText(text: string): void;
  /** @returns whether the key meant anything */
  onKey(key: Key): boolean;
  /** At most `rows` lines of at most `columns` cells, around the cursor; the cursor's cell is marked. */
  draw(room: Size, look: EditorLook): readonly string[];
}
