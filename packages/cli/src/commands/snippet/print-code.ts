import { grammars, type CodePiece } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Code with file names that may depend on the run's result. */
export interface PreparedCode {
  readonly notes: readonly string[];
  /** @param contentType the media type of the run's answer, if known */
  pieces(contentType?: string): readonly CodePiece[];
}

export async function printCode(call: Call, code: PreparedCode): Promise<void> {
  const { options, output } = call;
  const pieces = code.pieces();
  if (options.json) output.json(pieces.map(({ language, client, code }) => ({ language, client, code })));
  else output.write(await drawCode(pieces, output.terminal));
  noteCode(call, code, pieces);
}

/** Prints the notes of code. With several snippets, their headings name the package to install. */
export function noteCode(
  { output, options }: Call,
  { notes }: PreparedCode,
  pieces: readonly CodePiece[],
): void {
  if (pieces.length > 1 && !output.terminal.isTerminal && !options.json)
    output.note(`The output contains ${pieces.length} snippets; select one with --lang and --client.`);
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`Requires: ${only.install}`);
}

/** Code with colors in terminals, but not in files, even with FORCE_COLOR. Several snippets get a comment as heading. */
export async function drawCode(pieces: readonly CodePiece[], terminal: Terminal): Promise<string> {
  const hasColors = terminal.isTerminal && terminal.colors !== 'none';
  const highlight = hasColors
    ? (await import('../../terminal/highlight.ts')).highlighter(terminal)
    : (code: string) => code;
  const drawn = pieces.map(({ code, grammar, title, install }) => {
    const heading = `${grammars[grammar].comment} ${title}${install === undefined ? '' : ` (${install})`}`;
    return highlight(pieces.length === 1 ? code : `${heading}\n${code}`, grammar);
  });
  return drawn.join('\n');
}
