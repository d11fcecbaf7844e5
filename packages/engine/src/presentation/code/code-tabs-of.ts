import type { Connection } from '../../http/index.ts';
import type { InferenceRequest } from '../../request/index.ts';
import { languages, snippetClients, snippetsOf, type Language } from '../../snippets/index.ts';
import type { CodeTab } from '../code-tabs.ts';
import { codeNotes, type CodeSurroundings } from './code-notes.ts';
import { ownFormNote } from './own-form-note.ts';
import { pieceOfSnippet } from './piece-of-snippet.ts';

/** What is known beside the request. */
export interface CodeTabsOptions extends Omit<CodeSurroundings, 'withToken'> {
  /** The media type of the answer, once there is one: the code's file has its ending. */
  readonly contentType?: string;
}

/** The code that makes a request, by language; never with the token in it (F14). */
export function codeTabsOf(
  request: InferenceRequest,
  connection: Connection,
  { contentType, ...surroundings }: CodeTabsOptions = {},
): readonly CodeTab[] {
  const { snippets, missing } = snippetsOf(request, connection, contentType ? { contentType } : {});
  const notes = codeNotes(connection, request, surroundings);
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
