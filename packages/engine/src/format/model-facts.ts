import { isModelId, type ListedModel } from '../hub/index.ts';

/** How access to a model is restricted, in a word each. */
export function accessMarks(model: Pick<ListedModel, 'gated' | 'private'>): string[] {
  return [...(model.private ? ['private'] : []), ...(model.gated === false ? [] : ['gated'])];
}

/**
 * Who serves a model: `served by together, nscale and 1 more`; undefined where nobody does.
 * @param most names that are told; all of them by default
 */
export function servedBy(
  { providers }: Pick<ListedModel, 'providers'>,
  most = providers.length,
): string | undefined {
  if (providers.length === 0) return undefined;
  const more = providers.length - most;
  return `served by ${providers.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What there is to know of a listed model beyond its counts: `served by together`, `updated 2026-11-21`, `private`. */
export function modelFacts(model: ListedModel): string[] {
  const { updatedAt, gated } = model;
  return [
    servedBy(model) ?? 'nobody serves it now',
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
    ...(model.private ? ['private'] : []),
    ...(gated === false ? [] : ['gated: its page says how to get access']),
  ];
}

/** Models for whoever knows none of a task. */
export interface ModelsToBegin {
  /** The best first. */
  readonly models: readonly ListedModel[];
  /** Whether somebody serves them now. */
  readonly areServed: boolean;
}

/**
 * A few models to begin with: the first of the list that anyone may run at once. Where none is served now, the first
 * that need no permission.
 * @param listed in order
 */
export function modelsToBegin(listed: readonly ListedModel[], most: number): ModelsToBegin {
  const open = listed.filter((model) => isModelId(model.name) && !model.private && model.gated === false);
  const served = open.filter(({ providers }) => providers.length > 0);
  const areServed = served.length > 0;
  return { models: (areServed ? served : open).slice(0, most), areServed };
}
