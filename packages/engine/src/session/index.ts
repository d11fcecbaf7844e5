export * from './create-session.ts';
export type { Draft } from './drafts.ts';
export { createStore, type Observable } from './observable.ts';
export * from './session.ts';
export * from './session-state.ts';
export { loaded, LoadError } from './loaded.ts';
