import { closest, hasLibraryCode, InputError } from '@tryout/engine';
import { UsageError } from '../../program/usage-error.ts';
import { clientNames, LIBRARY } from './code-names.ts';
import { meantName } from './meant-name.ts';

const WITHOUT_CLIENT = 'Leave out --client for code that asks a server.';

/** For a client that there is not. */
export function unknownClient(client: string, ownLibrary?: string): UsageError {
  const isOwn = ownLibrary !== undefined && closest(client, [ownLibrary]) !== undefined;
  const meant = isOwn ? `--client ${ownLibrary}` : meantName(client, '--client');
  const own = ownLibrary === undefined ? '' : `, which is ${ownLibrary} for this model`;
  return new UsageError(`--client cannot be '${client}'`, {
    hint: meant ? `Did you mean ${meant}?` : `It is one of ${clientNames.join(', ')}${own}.`,
  });
}

/**
 * Why there is no code of the library that was asked for.
 * @param client `library`, or the name of one
 * @param library what the model names as its own
 */
export async function noLibrary(client: string, model: string, library?: string): Promise<InputError> {
  const [isKnown, hasOwn] = await Promise.all([client, library ?? ''].map((name) => hasLibraryCode(name)));
  const isNamed = client !== LIBRARY && client !== library;
  if (isNamed && !isKnown) return unknownClient(client, hasOwn ? library : undefined);
  if (!library) return new InputError(`${model} names no library`, { hint: WITHOUT_CLIENT });
  if (!isNamed) {
    return new InputError(`No code is known for ${library}, the library of ${model}`, {
      hint: WITHOUT_CLIENT,
    });
  }
  return new InputError(`${model} names ${library} as its library, not ${client}`, {
    hint: hasOwn ? `Use --client ${library}.` : WITHOUT_CLIENT,
  });
}
