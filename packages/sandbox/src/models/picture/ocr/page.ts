import type { Box } from '../regions/find-regions.ts';

export interface PageWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** In pixels of the picture that was read. */
  box: Box;
  /** Its position among all words of the page, from 0. */
  index: number;
}

/** The words of a page line by line, from top to bottom. */
export interface Page {
  lines: PageWord[][];
}

/** The text of a page, a line a line. */
export function pageText({ lines }: Page): string {
  return lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}
