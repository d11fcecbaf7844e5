import { languages, snippetClients, type Snippet } from '../../snippets/index.ts';
import type { CodePiece } from './code-piece.ts';

/** The code of a request as a piece that can be printed. */
export function pieceOfSnippet({ language, client, code }: Snippet): CodePiece {
  const { label, grammar, comment } = languages[language];
  const install = snippetClients.find((known) => known.language === language && known.id === client)?.install;
  return {
    language,
    client,
    code,
    title: label === client ? label : `${label} with ${client}`,
    ...(install === undefined ? {} : { install }),
    grammar,
    comment,
  };
}
