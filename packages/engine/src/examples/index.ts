export {
  fetchImageExample,
  fetchModelExamples,
  findDefaultInputs,
  findTaskInputs,
  isPlaceholderFile,
  NO_EXAMPLE,
  valuesFromExample,
} from './card-examples.ts';
export * from './example-round.ts';
