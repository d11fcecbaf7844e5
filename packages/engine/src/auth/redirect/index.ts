export * from './redirect-grant.ts';
export * from './take-redirect.ts';
