import { styleFor, wrap, type Terminal } from '../terminal/index.ts';

const INDENT = 2;

/**
 * Rows whose cells stand below one another, for terminals that are too narrow for columns: the first cell whole on a
 * line of its own, then the others that hold anything, each with its title.
 */
export function drawStacked(
  cells: readonly (readonly string[])[],
  titles: readonly string[],
  terminal: Terminal,
): string {
  const { columns } = terminal;
  const { bold } = styleFor(terminal);
  const indent = ' '.repeat(Math.min(INDENT, Math.floor(columns / 4)));
  const room = columns - indent.length;
  return cells
    .flatMap(([first = '', ...others]) => [
      ...linesOf(first, columns).map((line) => bold(line)),
      ...others.flatMap((cell, index) =>
        cell === ''
          ? []
          : linesOf(`${titles[index + 1]?.toLowerCase()}: ${cell}`, room).map((line) => indent + line),
      ),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(text: string, width: number): readonly string[] {
  return wrap(text, width).split('\n');
}
