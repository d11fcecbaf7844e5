export * from './intents.ts';
export * from './bytes.ts';
export * from './did-you-mean.ts';
export * from './json.ts';
export * from './suggestions.ts';
export * from './visible.ts';
export * from './redact.ts';
