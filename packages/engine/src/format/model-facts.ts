import { isModelId, type ListedModel } from '../hub/index.ts';

/** `private`, `gated`. */
export function accessLabels(model: Pick<ListedModel, 'gated' | 'private'>): string[] {
  return [...(model.private ? ['private'] : []), ...(model.gated === false ? [] : ['gated'])];
}

/** A model's providers: `via together, nscale and 1 more`; undefined without any. */
export function providerSummary(
  { providers }: Pick<ListedModel, 'providers'>,
  max = providers.length,
): string | undefined {
  if (providers.length === 0) return undefined;
  const more = providers.length - max;
  return `via ${providers.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Facts on a listed model: `via together`, `updated 2026-11-21`, `private`. */
export function modelFacts(model: ListedModel): string[] {
  const { updatedAt, gated } = model;
  return [
    providerSummary(model) ?? 'no provider',
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
    ...(model.private ? ['private'] : []),
    ...(gated === false ? [] : ['gated: request access on its page']),
  ];
}

export interface SuggestedModels {
  readonly models: readonly ListedModel[];
  /** Whether they have an available provider. */
  readonly haveProvider: boolean;
}

/** The first public models that have a provider, or the first public ones if none has. */
export function suggestedModels(listed: readonly ListedModel[], max: number): SuggestedModels {
  const open = listed.filter((model) => isModelId(model.name) && !model.private && model.gated === false);
  const served = open.filter(({ providers }) => providers.length > 0);
  const haveProvider = served.length > 0;
  return { models: (haveProvider ? served : open).slice(0, max), haveProvider };
}
