import { visible } from '@tryout/engine';

/** A text from elsewhere for a block of lines: visible, tabs as spaces, so that widths are known. */
export function asBlock(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/** A text from elsewhere for a column of plain output: whole and visible, its tabs and newlines as `<U+0009>`. */
export function asColumn(text: string): string {
  return visible(text).replace(/[\t\n]/g, (character) => (character === '\t' ? '<U+0009>' : '<U+000A>'));
}

/** One line of plain output; what is missing leaves its column empty. */
export function asColumns(...values: readonly (string | number | undefined)[]): string {
  return values.map((value) => asColumn(String(value ?? ''))).join('\t');
}
