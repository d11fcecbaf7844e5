import type { CodePiece } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { drawCode } from './draw-code.ts';
import type { PreparedCode } from './prepared-code.ts';
import { severalNote } from './several-note.ts';

/** Prints code on standard output, as JSON where that was asked for, and tells about it. */
export async function printCode(call: Call, code: PreparedCode): Promise<void> {
  const { options, output } = call;
  const pieces = code.pieces();
  if (options.json) output.json(pieces.map(({ language, client, code }) => ({ language, client, code })));
  else await writeCode(call, pieces);
  tellAbout(call, code, pieces);
}

/** Writes code on standard output; notes where a file or a program gets several pieces as one. */
export async function writeCode({ output }: Call, pieces: readonly CodePiece[], before = ''): Promise<void> {
  output.write(before + (await drawCode(pieces, output.terminal)));
  const several = output.terminal.isTerminal ? undefined : severalNote(pieces);
  if (several !== undefined) output.note(several);
}

/** Notes what is to be known about code that was printed. What several pieces need is in their headings. */
export function tellAbout(
  { output }: Call,
  { notes, asides = [] }: PreparedCode,
  pieces: readonly CodePiece[],
): void {
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`It needs: ${only.install}`);
  for (const aside of asides) output.aside(aside);
}
