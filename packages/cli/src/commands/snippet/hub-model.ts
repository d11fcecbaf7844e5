import { hasLibraryCode, InputError } from '@tryout/engine';
import { LIBRARY } from './code-names.ts';
import { unknownClient } from './no-library.ts';

/**
 * The id of a model on the hub, without a policy of its routing.
 * @param client `library`, or what is meant to be the name of one
 * @throws InputError for what is no such model, an address or none at all, or no such library
 */
export async function hubModel(model: string | undefined, client = LIBRARY): Promise<string> {
  if (model !== undefined && !/^https?:\/\//i.test(model)) return model.split(':', 1)[0] ?? model;
  if (client !== LIBRARY && !(await hasLibraryCode(client))) throw unknownClient(client);
  throw new InputError('Code for a library needs a model on the hub', { hint: 'Name one by --model.' });
}
