export * from './access-token.ts';
export * from './token-store.ts';
