export * from './access-token.ts';
export * from './change-alone.ts';
export * from './token-store.ts';
export * from './load-oauth.ts';
export * from './redirect/index.ts';
export * from './token-renewal.ts';
export * from './web-token-store.ts';
