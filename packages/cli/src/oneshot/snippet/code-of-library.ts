import {
  InputError,
  languages,
  librarySnippetsOf,
  modelInfoOf,
  type LibrarySnippet,
  type LibrarySnippets,
} from '@tryout/engine';
import type { Context } from '../../context/context.ts';
import type { CodeChoice } from './choose-code.ts';
import { LIBRARY } from './code-names.ts';
import type { CodePiece } from './code-piece.ts';
import { libraryNotes } from './library-notes.ts';
import { noLibrary } from './no-library.ts';
import type { PreparedCode } from './prepared-code.ts';

/** How `--json` and titles name the languages of code for libraries. */
const ofGrammar: Readonly<
  Record<LibrarySnippet['grammar'], Pick<CodePiece, 'language' | 'comment'> & { label: string }>
> = {
  python: { language: 'python', label: languages.python.label, comment: languages.python.comment },
  javascript: { language: 'js', label: languages.js.label, comment: languages.js.comment },
  bash: { language: 'bash', label: 'Shell', comment: '#' },
  csharp: { language: 'csharp', label: 'C#', comment: '//' },
};

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

function piecesOf({ library, label, snippets }: LibrarySnippets, { language }: CodeChoice): CodePiece[] {
  const wanted = snippets.filter(
    ({ grammar }) => language === undefined || ofGrammar[grammar].language === language,
  );
  if (language !== undefined && wanted.length === 0) {
    throw new InputError(`${label} has no code in ${languages[language].label}`, {
      hint: 'Leave out --lang.',
    });
  }
  return wanted.map(({ grammar, code }, index) => {
    const { label: languageLabel, ...rest } = ofGrammar[grammar];
    const count = wanted.length > 1 ? `, ${index + 1} of ${wanted.length}` : '';
    return {
      ...rest,
      client: library,
      code: code.endsWith('\n') ? code : `${code}\n`,
      title: `${languageLabel} with ${label}${count}`,
      grammar,
    };
  });
}
