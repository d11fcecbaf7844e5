export { redirectGrant, type RedirectGrant } from './redirect-grant.ts';
export * from './return-target.ts';
export * from './take-redirect.ts';
export { ownStateOf, type SignInTransaction } from './transaction.ts';
