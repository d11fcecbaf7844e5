export * from './did-you-mean.ts';
export * from './intents.ts';
export * from './json.ts';
export * from './redact.ts';
export * from './suggestions.ts';
export * from './visible.ts';
