export * from './spans.ts';
export * from './values.ts';
export * from './text.ts';
export { check, describe } from './check.ts';
export * from './labels.ts';
export * from './result.ts';
export * from './pictures.ts';
export * from './chat-message.ts';
export * from './thinking.ts';
