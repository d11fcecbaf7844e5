import type { CodePiece } from '@tryout/engine';
import type { Terminal } from '../../terminal/terminal.ts';

/**
 * Code as it is printed: a single piece bare, so that it can be kept in a file, several each below a comment that says
 * what it is. Colors are for terminals alone; the characters are the same.
 */
export async function drawCode(
  pieces: readonly CodePiece[],
  terminal: Pick<Terminal, 'isTerminal' | 'colors'>,
): Promise<string> {
  const highlight = await highlighterFor(terminal);
  const drawn = pieces.map((piece) => {
    const code = pieces.length === 1 ? piece.code : `${heading(piece)}\n${piece.code}`;
    return highlight(code, piece.grammar);
  });
  return drawn.join('\n');
}

function heading({ comment, title, install }: CodePiece): string {
  return `${comment} ${title}${install === undefined ? '' : ` (${install})`}`;
}

/** Files are to hold code alone, also where FORCE_COLOR wants colors in pipes. */
async function highlighterFor(
  terminal: Pick<Terminal, 'isTerminal' | 'colors'>,
): Promise<(code: string, grammar: string) => string> {
  if (!terminal.isTerminal || terminal.colors === 'none') return (code) => code;
  const { highlighter } = await import('../../terminal/highlight.ts');
  return highlighter(terminal);
}
