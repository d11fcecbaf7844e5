import type { FilePlace } from '../../fields/index.ts';
import type { LiteralSyntax } from './literal.ts';
import { escapeUnseen } from './unseen.ts';

/** A Python string literal. */
export function pythonString(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${escapeUnseen(escaped, pythonEscape)}"`;
}

function pythonEscape(character: string): string {
  const named = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[character];
  if (named !== undefined) return named;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Python's way to write JSON's values. */
export function pythonSyntax(file: (place: FilePlace) => string): LiteralSyntax {
  return {
    string: pythonString,
    key: pythonString,
    null: 'None',
    true: 'True',
    false: 'False',
    file,
    jsonFile: (path) => `json.loads(Path(${pythonString(path)}).read_bytes())`,
    indent: '    ',
    padding: '',
    lastComma: ',',
  };
}
