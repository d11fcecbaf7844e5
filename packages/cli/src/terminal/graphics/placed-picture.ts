/**
 * A picture that a terminal draws itself, over cells that stand empty in the frame. It is shown whole or not at all: not
 * where a part of it would lie outside the room.
 */
export interface PlacedPicture {
  /** Its top left cell on the screen, from 0. */
  readonly row: number;
  readonly column: number;
  /** How many cells it covers. */
  readonly rows: number;
  readonly columns: number;
  /** What makes the terminal draw it where the cursor stands. */
  readonly draw: string;
  /** What takes it away, where writing over its cells does not. Such a picture also stays when the text below changes. */
  readonly erase?: string;
}
