/** How much of a result is drawn; what is left out is said. */
export interface Limits {
  readonly rows: number;
  /** Of a text with marks, in UTF-16 units. */
  readonly characters: number;
  /** Of a text on either side of an answer in it, in UTF-16 units. */
  readonly around: number;
  /** A table up to this high is shown whole. */
  readonly tableRows: number;
  readonly tracks: number;
  /** What shows all of it. */
  readonly all: string;
}

/** For a terminal in which what is printed scrolls away. */
export const PRINTED: Limits = {
  rows: 50,
  characters: 4000,
  around: 240,
  tableRows: 20,
  tracks: 20,
  all: '--json',
};
