import { aroundNumber } from '../files.ts';
import { jsonString } from '../literals/index.ts';

/** A template for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    jsonString(text).slice(1, -1).replace(/[`$]/g, '\\$&'),
  );
  return `\`${before}-\${index + 1}${after}\``;
}
