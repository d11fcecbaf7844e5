import {
  hasLibraryCode,
  InputError,
  languages,
  libraryNotes,
  createLibrarySnippets,
  lookUpModel,
  fetchModelInfo,
  createLibraryPieces,
  plainModelId,
} from '@tryout/engine';
import type { Context } from '../../context/context.ts';
import { isWebUrl } from '../../inputs/given-model.ts';
import { LIBRARY, type CodeChoice } from './choose-code.ts';
import type { PreparedCode } from './print-code.ts';

/**
 * The code that runs a model locally with its own library.
 * @throws InputError if there is none, or the model uses another library
 */
export async function prepareLibraryCode(
  { connection, signal }: Context,
  model: string,
  { client = LIBRARY, language }: CodeChoice,
): Promise<PreparedCode> {
  const info = await fetchModelInfo(connection, model, signal);
  const found = await createLibrarySnippets(info);
  if (!found) {
    const { library_name: library } = info;
    throw new InputError(
      library
        ? `No code is available for ${library}, the library of ${model}`
        : `${model} does not specify a library`,
      { hint: 'Omit --client for code that sends a request.' },
    );
  }
  if (client !== LIBRARY && client !== found.library)
    throw new InputError(`The library of ${model} is ${found.library}, not ${client}`, {
      hint: `Use --client ${found.library}.`,
    });
  const pieces = createLibraryPieces(found, language);
  if (language !== undefined && pieces.length === 0) {
    throw new InputError(`${found.label} has no code in ${languages[language].label}`, {
      hint: 'Omit --lang.',
    });
  }
  return { notes: libraryNotes(found, model, pieces), pieces: () => pieces };
}

/**
 * The ID of a model on the hub, without a routing policy.
 * @throws InputError for a URL or no model
 */
export function hubModel(model: string | undefined): string {
  if (model !== undefined && !isWebUrl(model)) return plainModelId(model);
  throw new InputError('Library code requires a model on the hub', { hint: 'Choose one with --model.' });
}

/** A hint about the code of a model's own library; undefined if there is none. */
export async function ownLibraryHint(
  { connection, signal }: Context,
  model: string,
): Promise<string | undefined> {
  const { library } = await lookUpModel(connection, model, signal);
  if (library === undefined || !(await hasLibraryCode(library))) return undefined;
  return `--client ${library} prints code that runs it on your own machine.`;
}
