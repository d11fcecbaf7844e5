export { findTasks } from './find-tasks.ts';
export * from './models.ts';
export * from './name-search.ts';
