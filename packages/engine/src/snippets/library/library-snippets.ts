import { isModelId, type ModelInfo } from '../../hub/index.ts';
import { grammarOf, type LibraryGrammar } from './grammar.ts';
import { knownLibrary } from './known-library.ts';
import { Marks } from './marks.ts';
import { mended } from './mends/mended.ts';
import { modelDataOf } from './model-data.ts';
import { tidy } from './tidy.ts';

/** A piece of code for a library: what installs it, what loads the model, what runs it. */
export interface LibrarySnippet {
  readonly grammar: LibraryGrammar;
  /** Without a newline at its end, and without characters that steer or hide in a terminal. */
  readonly code: string;
}

/** Code that uses a model with the library it was made for. */
export interface LibrarySnippets {
  /** The Hub's name of the library, for example `transformers`. */
  readonly library: string;
  /** For example `Transformers`. */
  readonly label: string;
  readonly docsUrl?: string;
  readonly repoUrl?: string;
  /** At least one, in the order in which they are used. */
  readonly snippets: readonly LibrarySnippet[];
}

/**
 * Code for the library that a model names, from the templates of @huggingface/tasks, which is loaded when first asked
 * for. Cards are written by strangers: their texts stand in the code as literals and comments only.
 * @returns undefined when the model names no library that anyone knows code for, or its id is no id
 */
export async function librarySnippetsOf(info: ModelInfo): Promise<LibrarySnippets | undefined> {
  const library = info.library_name;
  const known = typeof library === 'string' ? await knownLibrary(library) : undefined;
  if (library === undefined || !known || typeof info.id !== 'string' || !isModelId(info.id)) return undefined;
  const marks = new Marks();
  const templates = known.snippets(modelDataOf(info, library, marks));
  const snippets = mended(library, templates.map(tidy)).map((code) => {
    const grammar = grammarOf(library, code);
    return { grammar, code: marks.putBack(code, grammar) };
  });
  if (snippets.length === 0) return undefined;
  return {
    library,
    label: known.prettyLabel,
    ...(known.docsUrl === undefined ? {} : { docsUrl: known.docsUrl }),
    repoUrl: known.repoUrl,
    snippets,
  };
}
