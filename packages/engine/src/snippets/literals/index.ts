export * from './javascript.ts';
export * from './json-text.ts';
export * from './literal.ts';
export * from './python.ts';
export * from './shell.ts';
