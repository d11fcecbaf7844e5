/**
 * `!pip install` is a notebook's, not Python's: each such line becomes a piece of its own for the shell, with the
 * comment above it.
 */
export function withoutMagic(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((code) => {
    const [, command, rest = ''] = /^((?:#.*\n)*!.*)\n*([^]*)$/.exec(code) ?? [];
    return command === undefined ? [code] : [command.replace(/^!/m, ''), rest];
  });
}
