export * from './result-kinds.ts';
export { check, describe, getSpanText } from './result.ts';
export type * from './result.ts';
export * from './chat-message.ts';
export { getReader, type TaskResult } from './readers.ts';
export * from './task-results.ts';
