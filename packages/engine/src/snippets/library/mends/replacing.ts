/** Changes what a library's templates made; the pieces stand in the order in which they are used. */
export type Mend = (pieces: readonly string[]) => readonly string[];

/** Writes something else where a pattern fits, in each piece. */
export function replacing(pattern: RegExp, by: string): Mend {
  return (pieces) => pieces.map((code) => code.replace(pattern, by));
}

/** Adds imports, ahead of the others, to the pieces that use what they forgot to import. */
export function importing(used: RegExp, imports: string): Mend {
  return (pieces) =>
    pieces.map((code) =>
      used.test(code) && !code.includes(`${imports}\n`)
        ? code.replace(/^(?=import |from )/m, `${imports}\n`)
        : code,
    );
}

/** Takes the indentation of a line that should have none from all lines of its piece that have it. */
export function outdented(line: RegExp): Mend {
  return (pieces) =>
    pieces.map((code) => {
      const [indent] = /^ +/.exec(line.exec(code)?.[0] ?? '') ?? [];
      return indent === undefined ? code : code.replace(new RegExp(`^${indent}`, 'gm'), '');
    });
}
