import type { Call } from '../../context/context.ts';
import type { CodePiece } from './code-piece.ts';
import { drawCode } from './draw-code.ts';
import type { PreparedCode } from './prepared-code.ts';

/** Prints code on standard output, as JSON where that was asked for, and tells about it. */
export async function printCode(call: Call, code: PreparedCode): Promise<void> {
  const { options, output } = call;
  const pieces = code.pieces();
  if (options.json) output.json(pieces.map(({ language, client, code }) => ({ language, client, code })));
  else output.write(await drawCode(pieces, output.terminal));
  tellAbout(call, code, pieces);
}

/** Notes what is to be known about code that was printed. What several pieces need is in their headings. */
export function tellAbout({ output }: Call, { notes }: PreparedCode, pieces: readonly CodePiece[]): void {
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`It needs: ${only.install}`);
}
