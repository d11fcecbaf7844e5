/** Loaded on demand, since it needs the code that checks responses. */
export { modelDetailsOf } from '@tryout/engine';
