/** Loaded when something is first looked for by name. */
export { matchesIn, nameSearch } from '@tryout/engine';
