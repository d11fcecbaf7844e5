/** The half of the engine that needs Node: files, settings, tokens, transport. */
export { decodeText } from './decode-text.ts';
export * from './find-token.ts';
export * from './read-input.ts';
export * from './settings.ts';
export { fileTokenStore } from './token-store.ts';
export * from './transport.ts';
