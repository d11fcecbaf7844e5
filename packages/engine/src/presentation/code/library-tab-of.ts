import type { Connection } from '../../http/index.ts';
import { modelInfoOf } from '../../hub/index.ts';
import { librarySnippetsOf } from '../../snippets/index.ts';
import type { CodeTab } from '../code-tabs.ts';
import { libraryNotes } from './library-notes.ts';
import { piecesOfLibrary } from './pieces-of-library.ts';

/**
 * The code that runs a model with its own library on the person's own machine; undefined where none is known.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function libraryTabOf(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<CodeTab | undefined> {
  const found = await librarySnippetsOf(await modelInfoOf(connection, model, signal));
  if (!found) return undefined;
  const pieces = piecesOfLibrary(found);
  return {
    label: found.label,
    notes: [
      'It runs on your own machine, and has an example of its own.',
      ...libraryNotes(found, model, pieces),
    ],
    entries: pieces.map((piece, index) => ({
      id: `library ${index}`,
      label: pieces.length > 1 ? `${index + 1} of ${pieces.length}` : found.library,
      piece,
    })),
  };
}
