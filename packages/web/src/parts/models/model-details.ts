/** Loaded on demand, since it needs the code that checks responses. */
export { fetchModelDetails } from '@tryout/engine';
