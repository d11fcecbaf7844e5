import type { LibraryUiElement } from '@huggingface/tasks';
import { isModelId, type ModelInfo } from '../../hub/index.ts';
import type { Grammar } from '../client.ts';
import { getModelData } from './model-data.ts';
import { fixTemplates } from './template-fixes.ts';
import { own } from '../../text/index.ts';

/** A piece of code for a library: to install it, load the model, or run it. */
export interface LibrarySnippet {
  readonly grammar: Grammar;
  /** Without a final newline, invisible or control characters. */
  readonly code: string;
}

export interface LibrarySnippets {
  /** The Hub's name of the library, for example `transformers`. */
  readonly library: string;
  /** For example `Transformers`. */
  readonly label: string;
  readonly docsUrl?: string | undefined;
  readonly repoUrl?: string | undefined;
  /** At least one, in the order of use. */
  readonly snippets: readonly LibrarySnippet[];
}

/**
 * Code for a model's library from the templates of @huggingface/tasks. The texts of cards are untrusted: they cannot
 * end the literals and comments that contain them.
 * @returns undefined if there is no code for the library, or for an invalid ID
 */
export async function createLibrarySnippets(info: ModelInfo): Promise<LibrarySnippets | undefined> {
  const library = info.library_name;
  const known = typeof library === 'string' ? await knownLibrary(library) : undefined;
  if (library === undefined || !known || typeof info.id !== 'string' || !isModelId(info.id)) return undefined;
  const templates = known
    .snippets(getModelData(info, library))
    .map((code) => withQuotedId(tidy(code), info.id));
  const snippets = fixTemplates(library, templates).map((code) => ({
    grammar: getGrammar(library, code),
    code,
  }));
  if (snippets.length === 0) return undefined;
  const { prettyLabel: label, docsUrl, repoUrl } = known;
  return { library, label, docsUrl, repoUrl, snippets };
}

type KnownLibrary = LibraryUiElement & Required<Pick<LibraryUiElement, 'snippets'>>;

/** The entry of @huggingface/tasks, if it has code. */
async function knownLibrary(name: string): Promise<KnownLibrary | undefined> {
  const { MODEL_LIBRARIES_UI_ELEMENTS } = await import('@huggingface/tasks');
  if (!Object.hasOwn(MODEL_LIBRARIES_UI_ELEMENTS, name)) return undefined;
  const known: LibraryUiElement =
    MODEL_LIBRARIES_UI_ELEMENTS[name as keyof typeof MODEL_LIBRARIES_UI_ELEMENTS];
  return known.snippets ? { ...known, snippets: known.snippets } : undefined;
}

/** Whether there is code for a library, for example `transformers`. */
export async function hasLibraryCode(name: string): Promise<boolean> {
  return (await knownLibrary(name)) !== undefined;
}

const libraryGrammars: Readonly<Record<string, Grammar>> = {
  'transformers.js': 'javascript',
  'unity-sentis': 'csharp',
};

/** In templates, Python starts with an import, an assignment or a call; shell commands do not. */
const python = /^(?:from |import |[\w.]+ = |[\w.]+\()/;

function getGrammar(library: string, code: string): Grammar {
  const known = own(libraryGrammars, library);
  if (known) return known;
  const first = code.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  return first === undefined || python.test(first) ? 'python' : 'bash';
}

/** Adds quotes that a template lacks around the model ID, outside of strings and comments. */
function withQuotedId(code: string, id: string): string {
  return code.replace(new RegExp(`^([^"'#\\n]*[(=])${id.replaceAll('.', '\\.')}(?=[,)])`, 'gm'), `$1"${id}"`);
}

/** Removes tabs, trailing spaces, and blank lines at both ends. */
function tidy(code: string): string {
  return code
    .replace(/^[\t ]*\t/gm, (indent) => indent.replaceAll('\t', '    '))
    .replace(/[\t ]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}
