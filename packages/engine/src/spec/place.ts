/** The name of the chat router among the providers. */
export const AUTO = 'auto';

/** How the router chooses among the providers of a model. Anything else after the colon is a provider. */
export const policies = ['fastest', 'cheapest', 'preferred'] as const;

export type Policy = (typeof policies)[number];

export function isPolicy(text: string | undefined): text is Policy {
  return (policies as readonly (string | undefined)[]).includes(text);
}

/** Where a run is sent, as it was chosen. The hub is that of the connection. */
export interface Place {
  /** A model ID, optionally followed by a colon and a policy or provider; or a model URL. Chats name it to an endpoint. */
  readonly model?: string | undefined;
  /** `auto` by default, a policy of the router (`fastest` or `:fastest`), or a provider. */
  readonly provider?: string | undefined;
  /** A custom endpoint; requests are sent to this URL. Empty while a user still has to enter it. */
  readonly endpointUrl?: string | undefined;
  /** The Hub's task or the alias whose default model runs if there is no model; by default the task that runs. */
  readonly defaultFor?: string | undefined;
  /** Whether the default model must support conversations. */
  readonly isChat?: boolean | undefined;
}

/** Whether the text for a model is the URL of an endpoint. */
export function isEndpointUrl(model = ''): boolean {
  return /^https?:\/\//i.test(model);
}

/** A model ID, and the policy or provider after its colon; neither is checked. */
export function splitModel(model: string): readonly [id: string, suffix?: string, ...more: string[]] {
  return model.split(':') as [string, string?, ...string[]];
}

/** The ID of a model without the policy or provider after its colon. */
export function plainModelId(model: string): string {
  return splitModel(model)[0];
}

/** Whether the text for a model also says where it runs, by a policy, provider or URL, so that no setting applies. */
export function hasProvider(model: string | undefined): boolean {
  return model?.includes(':') === true;
}

/** A place in the form in which it is stored: policy or provider and endpoint each have their own name. */
export function separatePlace({ model, provider, endpointUrl }: Place): Place {
  if (model === undefined) return { provider, endpointUrl };
  if (isEndpointUrl(model)) return { provider, endpointUrl: model };
  const [id, suffix] = splitModel(model);
  return { model: id, provider: provider ?? suffix, endpointUrl };
}

/** A place as one name: `organization/name:provider`. */
export function placeName({ model = '', provider }: Place): string {
  return provider === undefined || hasProvider(model) ? model : `${model}:${provider}`;
}

/** Models of a comparison; a batch may also run one. */
export const MIN_CANDIDATES = 2;
export const MAX_CANDIDATES = 8;
