import {
  languages,
  librarySnippetsOf,
  modelInfoOf,
  snippetClients,
  snippetsOf,
  type InferenceRequest,
  type Language,
} from '@tryout/engine';
import { codeNotes } from '../../../code/code-notes.ts';
import { contentTypeOf } from '../../../code/content-type-of.ts';
import { libraryNotes } from '../../../code/library-notes.ts';
import { ownFormNote } from '../../../code/own-form-note.ts';
import { pieceOfSnippet } from '../../../code/piece-of-snippet.ts';
import { piecesOfLibrary } from '../../../code/pieces-of-library.ts';
import type { Picker } from '../../app/picker.ts';
import type { CodeTab } from './code-tabs.ts';

/** The code that makes a request, by language; never with the token in it (F14). */
export function tabsOfRequest(picker: Picker, request: InferenceRequest): readonly CodeTab[] {
  const connection = picker.connection();
  const { result } = picker.session.getSnapshot().run;
  const contentType = result && contentTypeOf(result.view);
  const { snippets, missing } = snippetsOf(request, connection, contentType ? { contentType } : {});
  const shown = { surroundings: picker.surroundings, options: { sandbox: picker.isSandbox } };
  const notes = codeNotes(shown, connection, request, false);
  return Object.entries(languages).map(([language, { label }]) => {
    const clients = snippetClients.filter((client) => client.language === language);
    const own = snippets.filter((snippet) => snippet.language === language);
    const ownForm = ownFormNote(request, own);
    return {
      label,
      notes: [...(ownForm === undefined ? [] : [ownForm]), ...notes],
      entries: clients.map(({ id }) => {
        const snippet = own.find(({ client }) => client === id);
        const lacking = missing.find((one) => one.language === (language as Language) && one.client === id);
        return {
          id: `${language} ${id}`,
          label: id,
          ...(snippet ? { piece: pieceOfSnippet(snippet) } : { reason: `${lacking?.reason ?? id}.` }),
        };
      }),
    };
  });
}

/** The code that runs a model with its own library on the person's own machine; nothing where none is known. */
export async function tabOfLibrary(
  picker: Picker,
  model: string,
  signal: AbortSignal,
): Promise<CodeTab | undefined> {
  const found = await librarySnippetsOf(await modelInfoOf(picker.connection(), model, signal));
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
