export * from './chat.ts';
export { getForm, type MetricId, type Payload } from './define-task.ts';
export * from './find-tasks.ts';
export * from './parameters.ts';
export * from './tasks.ts';
