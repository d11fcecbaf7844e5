export * from './chat.ts';
export { getForm, type MetricId, type Payload, type TaskDefinition, type TaskForm } from './define-task.ts';
export { findTasks } from './find-tasks.ts';
export * from './parameters.ts';
export * from './starter-tasks.ts';
export * from './tasks.ts';
