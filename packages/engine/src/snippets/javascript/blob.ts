import type { FileInput } from '../../fields/index.ts';
import { filePath } from '../files.ts';
import { javascriptSyntax, jsonString } from '../literals/index.ts';
import { readFileExpression } from './read-file.ts';

/** An expression for a file as a Blob with its media type. */
function blobExpression(file: FileInput): string {
  const type = `{ type: ${jsonString(file.contentType)} }`;
  // What comes through a pipe has no size by which a Blob could be opened.
  return file.path === '-'
    ? `new Blob([${readFileExpression(file)}], ${type})`
    : `await openAsBlob(${jsonString(filePath(file))}, ${type})`;
}

/** JavaScript's way to write arguments in which files are Blobs. */
export const syntaxWithBlobs = javascriptSyntax(({ file }) => blobExpression(file));
