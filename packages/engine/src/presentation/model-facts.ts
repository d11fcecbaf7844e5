import type { ListedModel } from '../hub/index.ts';

/** How access to a model is restricted, in a word each. */
export function accessMarks(model: Pick<ListedModel, 'gated' | 'private'>): string[] {
  return [...(model.private ? ['private'] : []), ...(model.gated === false ? [] : ['gated'])];
}

/** What there is to know of a listed model beyond its counts: `served by together`, `updated 2026-11-21`, `private`. */
export function modelFacts(model: ListedModel): string[] {
  const { updatedAt, providers, gated } = model;
  return [
    providers.length > 0 ? `served by ${providers.join(', ')}` : 'nobody serves it now',
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
    ...(model.private ? ['private'] : []),
    ...(gated === false ? [] : ['gated: its page says how to get access']),
  ];
}
