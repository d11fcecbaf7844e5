import type { FileInput, FilePlace } from '../../fields/index.ts';
import { filePath } from '../files.ts';
import { pythonString, pythonSyntax } from '../literals/index.ts';

/** An expression for the bytes of a file. */
export function readFileExpression(file: FileInput): string {
  return `Path(${pythonString(filePath(file))}).read_bytes()`;
}

function inJson({ file, encoding, contentType }: FilePlace): string {
  const text = `base64.b64encode(${readFileExpression(file)}).decode()`;
  return encoding === 'data-url' ? `${pythonString(`data:${contentType};base64,`)} + ${text}` : text;
}

/** Python's way to write JSON whose files are read where they stand. */
export const syntaxWithFiles = pythonSyntax(inJson);
