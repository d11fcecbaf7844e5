import { grammars, type CodePiece } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { languageNames } from './choose-code.ts';

/** Code with file names that may depend on the run's result. */
export interface PreparedCode {
  readonly notes: readonly string[];
  /** Shown only in a terminal. */
  readonly hints?: readonly string[];
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
  output.note(`The output contains ${pieces.length} snippets${selectionHint(pieces)}.`);
}

/** Prints the notes of code. With several snippets, their headings name the package to install. */
export function noteCode(
  { output }: Call,
  { notes, hints = [] }: PreparedCode,
  pieces: readonly CodePiece[],
): void {
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`Requires: ${only.install}`);
  for (const aside of hints) output.aside(aside);
}

/** Code with colors in terminals. Several snippets get a comment as heading. */
export async function drawCode(pieces: readonly CodePiece[], terminal: Terminal): Promise<string> {
  const highlight = await highlighterFor(terminal);
  const drawn = pieces.map(({ code, grammar, title, install }) => {
    const heading = `${grammars[grammar].comment} ${title}${install === undefined ? '' : ` (${install})`}`;
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

/** The options that select a single piece. */
function selectionHint(pieces: readonly CodePiece[]): string {
  const clients = new Set(pieces.map(({ client }) => client)).size;
  const languages = new Set(pieces.map(({ language }) => language));
  const hasLanguages = [...languages].every((language) => languageNames.includes(language));
  if (clients === pieces.length) return '; select one with --client';
  if (languages.size === pieces.length && hasLanguages) return '; select one with --lang';
  return clients > 1 ? '; select one with --lang and --client' : '';
}
