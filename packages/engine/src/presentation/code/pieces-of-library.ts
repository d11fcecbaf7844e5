import { languages, type LibrarySnippet, type LibrarySnippets } from '../../snippets/index.ts';
import type { CodePiece } from './code-piece.ts';

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
 * The code for a model's library as pieces that can be printed, in the order in which they are used.
 * @param language only those in this one; all by default
 */
export function piecesOfLibrary(
  { library, label, snippets }: LibrarySnippets,
  language?: string,
): CodePiece[] {
  const wanted = snippets.filter(
    ({ grammar }) => language === undefined || ofGrammar[grammar].language === language,
  );
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
