export * from './history.ts';
export * from './run-file.ts';
