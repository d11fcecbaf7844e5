export * from './access-token.ts';
export * from './client-id.ts';
export * from './grant.ts';
export * from './load-oauth.ts';
export * from './redirect.ts';
export * from './token-renewal.ts';
export * from './token-store.ts';
export * from './web-token-store.ts';
