import type { ModelDefinition } from '../../define-model.ts';
import { irisNearestMean } from './iris-nearest-mean.ts';
import { irisNearestNeighbors } from './iris-nearest-neighbors.ts';
import { irisPetalWidth } from './iris-petal-width.ts';
import { stoppingDistanceLine } from './stopping-distance-line.ts';
import { tableRules } from './table-rules.ts';

/** The models of the table tasks; the first of a task is its default. */
export const tableModels: readonly ModelDefinition[] = [
  tableRules,
  irisNearestNeighbors,
  irisNearestMean,
  stoppingDistanceLine,
  irisPetalWidth,
];
