/** What of Python's own library code may use, by what it looks like there. */
const standard: readonly (readonly [use: RegExp, line: string])[] = [
  [/\bbase64\./, 'import base64'],
  [/\bjson\.loads\(/, 'import json'],
  [/\bos\.environ\[/, 'import os'],
  [/\burllib\.request\./, 'import urllib.request'],
  [/\bPath\(/, 'from pathlib import Path'],
];

/** The imports of a piece of code: of the standard library what it uses, then the given ones. Ends with an empty line. */
export function importLines(code: string, others: readonly string[]): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, (text, offset: number) =>
    code[offset - 1] === 'f' ? text : '""',
  );
  const own = standard.filter(([use]) => use.test(bare)).map(([, line]) => line);
  return [...(own.length > 0 ? [...own, ''] : []), ...others.map(importLine), ''].join('\n');
}

function importLine(other: string): string {
  return other.includes(' ') ? other : `import ${other}`;
}
