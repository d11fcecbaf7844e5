export * from './spans.ts';
export * from './values.ts';
export * from './text.ts';
export * from './labels.ts';
export * from './result-kinds.ts';
export { check, describe, getSpanText, mediaResult } from './result.ts';
export type * from './result.ts';
export * from './chat-message.ts';
