export * from './chat.ts';
export { getForm, type MetricId, type Payload, type TaskDefinition, type TaskForm } from './define-task.ts';
export * from './parameters.ts';
export * from './tasks.ts';
