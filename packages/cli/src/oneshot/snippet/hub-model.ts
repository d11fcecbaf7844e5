import { InputError } from '@tryout/engine';

/**
 * The id of a model on the hub, without a policy of its routing.
 * @throws InputError for what is no such model: an address, or none at all
 */
export function hubModel(model: string | undefined): string {
  if (model !== undefined && !/^https?:\/\//i.test(model)) return model.split(':', 1)[0] ?? model;
  throw new InputError('Code for a library needs a model on the hub', { hint: 'Name one by --model.' });
}
