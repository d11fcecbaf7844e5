import { isModelId, type ListedModel } from '../hub/index.ts';

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
