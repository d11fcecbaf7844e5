import type { ProviderMapping } from '../../options.ts';
import { prices } from '../../providers/providers.ts';
import { HttpError } from '../../server/http-error.ts';

/** A model id with what may stand behind its colon: a policy or the name of a provider. */
export interface RoutedModel {
  id: string;
  route: string;
}

/** Splits `org/name:route`; without a route it is `fastest`, as at the router. */
export function splitRoute(model: string): RoutedModel {
  const colon = model.indexOf(':');
  return colon === -1
    ? { id: model, route: 'fastest' }
    : { id: model.slice(0, colon), route: model.slice(colon + 1) };
}

/** An error of the router, in the shape that it takes from OpenAI. */
export function routerError(message: string, code: string): HttpError {
  return new HttpError(400, { error: { message, type: 'invalid_request_error', param: 'model', code } });
}

function dollars({ provider }: ProviderMapping): number {
  const price = prices[provider];
  return price === undefined ? 0 : price.input + price.output;
}

/**
 * Picks the provider of a conversation: by name, the cheapest, or for the other policies the first of the list, since
 * all providers of the sandbox are this one process.
 * @throws HttpError 400 when no provider fits.
 */
export function chooseProvider(
  { id, route }: RoutedModel,
  providers: readonly ProviderMapping[],
): ProviderMapping {
  if (route === 'auto') {
    throw routerError(`'auto' is no provider: leave it out, or name one or a policy.`, 'invalid_provider');
  }
  const serving = providers.filter((provider) => provider.task === 'conversational');
  const chosen =
    route === 'cheapest'
      ? [...serving].sort((left, right) => dollars(left) - dollars(right))[0]
      : route === 'fastest' || route === 'preferred'
        ? serving[0]
        : serving.find(({ provider }) => provider === route);
  if (chosen !== undefined) return chosen;
  throw routerError(
    `The requested model '${id}' is not supported by provider '${route}'.`,
    'model_not_supported',
  );
}
