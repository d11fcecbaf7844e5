/** What the definition of a task is made of. */
export * from './define-task.ts';
export { audio, candidateLabels, fileIn, image, list, table, text } from '../fields/index.ts';
export * from '../results/index.ts';
