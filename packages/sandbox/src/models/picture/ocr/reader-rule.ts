import { narrow, readingPixels } from './prepare.ts';

/** How pictures are read, in words, for cards. */
export const readerRule = `The text is read by Tesseract 5 with its English data, on this machine. Before that the picture becomes gray over white; a
dark one (mean below 110) is inverted; one narrower than ${narrow} pixels is doubled, one above ${readingPixels / 1e6} million pixels shrunk. Words
that the reader is less than 30 % sure of are dropped.`;
