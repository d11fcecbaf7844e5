export * from './access-token.ts';
export * from './client-id.ts';
export * from './grant-of.ts';
export * from './load-oauth.ts';
export * from './redirect/index.ts';
export * from './token-renewal.ts';
export * from './token-store.ts';
