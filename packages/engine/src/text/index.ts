export * from './words.ts';
export * from './json.ts';
export * from './redact.ts';
export * from './suggestions.ts';
export * from './visible.ts';
