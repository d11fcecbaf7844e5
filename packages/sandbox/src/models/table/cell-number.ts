/** A number as cells have it: perhaps a currency sign, thousands separated by commas, a percent sign, a short unit. */
const numberPattern = /^[$€£¥]?\s?([-−]?)[$€£¥]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s?(?:%|\p{L}{1,3}[²³]?)?$/u;

/** How long a cell may be to be looked at as a number. */
const longestCell = 40;

/** The number in a cell such as "36,542", "$5.20", "12 %" or "40 km"; `undefined` for any other text. */
export function cellNumber(cell: string): number | undefined {
  const text = cell.trim();
  const match = text.length > longestCell ? null : numberPattern.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction] = match;
  const value = Number(`${(whole ?? '').replaceAll(',', '')}${fraction ?? ''}`);
  return sign ? -value : value;
}

/** Digits after the point in a cell that is a number. */
export function fractionDigits(cell: string): number {
  return /\.(\d+)/.exec(cell.slice(0, longestCell))?.[1]?.length ?? 0;
}
