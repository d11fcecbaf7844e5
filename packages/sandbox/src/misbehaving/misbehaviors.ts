import { breakingStreams } from './breaking-streams.ts';
import type { Misbehavior } from './define-misbehavior.ts';
import { failingModels } from './failing.ts';
import { floodingModels } from './flooding.ts';
import { loadingModels } from './loading.ts';
import { malformedModels } from './malformed.ts';
import { redirectingModels } from './redirecting.ts';
import { refusingModels } from './refusing.ts';
import { stallingModels } from './stalling.ts';

/** All models that misbehave, in the order of the listing. */
export const misbehaviors: readonly Misbehavior[] = [
  ...loadingModels,
  ...refusingModels,
  ...failingModels,
  ...malformedModels,
  ...stallingModels,
  ...redirectingModels,
  ...floodingModels,
  ...breakingStreams,
];
