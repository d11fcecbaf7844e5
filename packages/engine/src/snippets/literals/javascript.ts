import type { FilePlace } from '../../fields/index.ts';
import { jsonString } from './json-text.ts';
import type { LiteralSyntax } from './literal.ts';

/** JavaScript's way to write JSON's values. */
export function javascriptSyntax(file: (place: FilePlace) => string): LiteralSyntax {
  return {
    string: jsonString,
    key: keyOf,
    null: 'null',
    true: 'true',
    false: 'false',
    file,
    jsonFile: (path) => `JSON.parse(await readFile(${jsonString(path)}, "utf8"))`,
    indent: '  ',
    padding: ' ',
    lastComma: ',',
  };
}

/** Plainly written, `__proto__` would set the prototype. */
function keyOf(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsonString(name);
}
