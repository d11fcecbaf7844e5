import { aroundNumber } from '../files.ts';
import { pythonString } from '../literals/index.ts';

/** An f-string for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    pythonString(text.replace(/[{}]/g, '$&$&')).slice(1, -1),
  );
  return `f"${before}-{number}${after}"`;
}
