import type { FileInput, FilePlace } from '../../fields/index.ts';
import { filePath } from '../files.ts';
import { javascriptSyntax, jsonString } from '../literals/index.ts';

/** An expression for the bytes of a file. */
export function readFileExpression(file: FileInput): string {
  return `await readFile(${jsonString(filePath(file))})`;
}

function inJson({ file, encoding, contentType }: FilePlace): string {
  const text = `await readFile(${jsonString(filePath(file))}, "base64")`;
  return encoding === 'data-url' ? `${jsonString(`data:${contentType};base64,`)} + (${text})` : text;
}

/** JavaScript's way to write JSON whose files are read where they stand. */
export const syntaxWithFiles = javascriptSyntax(inJson);
