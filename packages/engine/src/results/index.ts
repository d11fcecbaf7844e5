export * from './definitions.ts';
export * from './result-kinds.ts';
export { check, describe, getSpanText } from './result.ts';
export type * from './result.ts';
export * from './chat-message.ts';
export { readers } from './readers.ts';
