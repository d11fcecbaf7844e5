/**
 * A picture that the terminal draws itself, over cells that are empty in the frame. It is shown only as a whole.
 */
export interface PlacedPicture {
  /** Its top left cell on the screen, from 0. */
  readonly row: number;
  readonly column: number;
  /** The cells that it covers. */
  readonly rows: number;
  readonly columns: number;
  /** The sequence that draws it at the cursor. */
  readonly draw: string;
  /** The sequence that removes it, where writing over its cells does not. */
  readonly erase?: string;
}
