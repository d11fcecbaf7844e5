import {
  hasLibraryCode,
  InputError,
  languages,
  libraryNotes,
  librarySnippetsOf,
  lookUpModel,
  modelInfoOf,
  piecesOfLibrary,
} from '@tryout/engine';
import type { Context } from '../../context/context.ts';
import { isWebUrl } from '../../inputs/given-model.ts';
import { LIBRARY, unknownClient, type CodeChoice } from './choose-code.ts';
import type { PreparedCode } from './print-code.ts';

/**
 * The code that runs a model locally with its own library.
 * @throws InputError if there is none, or the model uses another library
 */
export async function codeOfLibrary(
  { connection, signal }: Context,
  model: string,
  { client = LIBRARY, language }: CodeChoice,
): Promise<PreparedCode> {
  const info = await modelInfoOf(connection, model, signal);
  const found = await librarySnippetsOf(info);
  if (!found || (client !== LIBRARY && client !== found.library))
    throw await libraryError(client, model, info.library_name);
  const pieces = piecesOfLibrary(found, language);
  if (language !== undefined && pieces.length === 0) {
    throw new InputError(`${found.label} has no code in ${languages[language].label}`, {
      hint: 'Omit --lang.',
    });
  }
  return { notes: libraryNotes(found, model, pieces), pieces: () => pieces };
}

async function libraryError(client: string, model: string, library?: string): Promise<InputError> {
  const withoutClient = 'Omit --client for code that sends a request.';
  const [isKnown, hasCode] = await Promise.all([client, library ?? ''].map((name) => hasLibraryCode(name)));
  const isOther = client !== LIBRARY && client !== library;
  if (isOther && !isKnown) return unknownClient(client, hasCode ? library : undefined);
  if (!library) return new InputError(`${model} does not specify a library`, { hint: withoutClient });
  if (!isOther)
    return new InputError(`No code is available for ${library}, the library of ${model}`, {
      hint: withoutClient,
    });
  return new InputError(`The library of ${model} is ${library}, not ${client}`, {
    hint: hasCode ? `Use --client ${library}.` : withoutClient,
  });
}

/**
 * The ID of a model on the hub, without a routing policy.
 * @param client `library`, or the name of a library
 * @throws InputError for a URL, no model, or an unknown library
 */
export async function hubModel(model: string | undefined, client = LIBRARY): Promise<string> {
  if (model !== undefined && !isWebUrl(model)) return model.split(':', 1)[0] ?? model;
  if (client !== LIBRARY && !(await hasLibraryCode(client))) throw unknownClient(client);
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
