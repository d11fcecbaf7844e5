export * from './batch-line.ts';
export * from './evaluate.ts';
export { metrics } from './metrics.ts';
