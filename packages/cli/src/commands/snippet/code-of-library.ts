import {
  InputError,
  languages,
  libraryNotes,
  librarySnippetsOf,
  modelInfoOf,
  piecesOfLibrary,
  type CodePiece,
  type LibrarySnippets,
} from '@tryout/engine';
import type { Context } from '../../context/context.ts';
import type { CodeChoice } from './choose-code.ts';
import { LIBRARY } from './code-names.ts';
import { noLibrary } from './no-library.ts';
import type { PreparedCode } from './prepared-code.ts';

/**
 * The code that runs a model with the library it was made for, on the person's own machine.
 * @throws InputError when no such library is known, or it is not the one that was asked for
 */
export async function codeOfLibrary(
  { connection, signal }: Pick<Context, 'connection' | 'signal'>,
  model: string,
  choice: CodeChoice,
): Promise<PreparedCode> {
  const info = await modelInfoOf(connection, model, signal);
  const found = await librarySnippetsOf(info);
  const { client = LIBRARY } = choice;
  if (!found || (client !== LIBRARY && client !== found.library)) {
    throw await noLibrary(client, model, info.library_name);
  }
  const pieces = piecesOf(found, choice);
  return { notes: libraryNotes(found, model, pieces), pieces: () => pieces };
}

function piecesOf(found: LibrarySnippets, { language }: CodeChoice): CodePiece[] {
  const pieces = piecesOfLibrary(found, language);
  if (language === undefined || pieces.length > 0) return pieces;
  throw new InputError(`${found.label} has no code in ${languages[language].label}`, {
    hint: 'Leave out --lang.',
  });
}
