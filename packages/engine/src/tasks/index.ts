export { formOf, type Payload, type TaskDefinition, type TaskForm } from './define-task.ts';
export { taskDefinitions, type TaskId } from './definitions.ts';
export type { ParameterSpec } from './parameter-spec.ts';
export * from './parse-parameters.ts';
export * from './task-groups.ts';
export * from './tasks.ts';
