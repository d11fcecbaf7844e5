/** A size in cells, of a terminal or a part of it. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}
