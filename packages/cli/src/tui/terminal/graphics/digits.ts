/** Digits as lines in a box of 6 to 10, as SVG paths: what fonts there are nobody knows. */
const digits: readonly string[] = [
  'M1 1H5V9H1Z',
  'M1.5 2.5L3.5 1V9',
  'M1 1H5V5H1V9H5',
  'M1 1H5V9H1M2 5H5',
  'M1 1V5H5M5 1V9',
  'M5 1H1V5H5V9H1',
  'M5 1H1V9H5V5H1',
  'M1 1H5L2.5 9',
  'M1 1H5V9H1ZM1 5H5',
  'M5 5H1V1H5V9H1',
];

const WIDTH = 6;
const HEIGHT = 10;
/** What stays free left and right of a number. */
const BESIDE = 1.5;

/** A number on a ground of its own, as SVG. */
export interface NumberTag {
  readonly width: number;
  readonly height: number;
  /** Draws it with its top left corner at a place. */
  at(left: number, top: number): string;
}

/**
 * A number in black on a colour.
 * @param height in pixels
 * @param colour as SVG has it
 */
export function numberTag(number: number, height: number, colour: string): NumberTag {
  const scale = height / (HEIGHT + 2);
  const letters = [...String(number)];
  const width = (letters.length * WIDTH + 2 * BESIDE) * scale;
  return {
    width,
    height,
    at(left, top) {
      const paths = letters.map(
        (letter, index) =>
          `<path transform="translate(${index * WIDTH + BESIDE} 1)" d="${digits[Number(letter)] ?? ''}"/>`,
      );
      const ground = `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colour}"/>`;
      return `${ground}<g transform="translate(${left} ${top}) scale(${scale})" fill="none" stroke="#000" stroke-width="1.4" stroke-linejoin="round">${paths.join('')}</g>`;
    },
  };
}
