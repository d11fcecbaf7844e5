import type { CodePiece } from '@tryout/engine';
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
  else await writeCode(call, pieces);
  noteCode(call, code, pieces);
}

/** Writes code to standard output. Notes if a file or pipe gets several snippets. */
export async function writeCode({ output }: Call, pieces: readonly CodePiece[], before = ''): Promise<void> {
  output.write(before + (await drawCode(pieces, output.terminal)));
  if (output.terminal.isTerminal || pieces.length < 2) return;
  output.note(`The output contains ${pieces.length} snippets; select one with --lang and --client.`);
}

/** Prints the notes of code. With several snippets, their headings name the package to install. */
export function noteCode({ output }: Call, { notes }: PreparedCode, pieces: readonly CodePiece[]): void {
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`Requires: ${only.install}`);
}

/** Code with colors in terminals. Several snippets get a comment as heading. */
export async function drawCode(pieces: readonly CodePiece[], terminal: Terminal): Promise<string> {
  const highlight = await highlighterFor(terminal);
  const drawn = pieces.map(({ code, grammar, comment, title, install }) => {
    const heading = `${comment} ${title}${install === undefined ? '' : ` (${install})`}`;
    return highlight(pieces.length === 1 ? code : `${heading}\n${code}`, grammar);
  });
  return drawn.join('\n');
}

/** Files get no colors, even with FORCE_COLOR. */
async function highlighterFor(terminal: Terminal): Promise<(code: string, grammar: string) => string> {
  if (!terminal.isTerminal || terminal.colors === 'none') return (code) => code;
  const { highlighter } = await import('../../terminal/highlight.ts');
  return highlighter(terminal);
}
