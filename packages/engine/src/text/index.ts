export * from './base64.ts';
export * from './streams.ts';
export * from './strings.ts';
export * from './suggestions.ts';
export * from './visible.ts';
export * from './redact.ts';
export * from './parse-bounded.ts';
