export * from './annotations.ts';
export * from './result-summary.ts';
export * from './facts.ts';
