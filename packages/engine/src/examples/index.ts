export {
  fetchImageExample,
  fetchModelExamples,
  findDefaultInputs,
  findTaskInputs,
  isPlaceholderFile,
  valuesFromExample,
} from './card-examples.ts';
export * from './example-round.ts';
export { NO_EXAMPLE } from './widget-example.ts';
