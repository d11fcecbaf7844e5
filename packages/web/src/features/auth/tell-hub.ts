/** Loaded when somebody signs out. */
export { revokeSignIn } from '@tryout/engine';
