/** Models of a comparison. Apart from the schema of run files, which pages load on use. */
export const MIN_CANDIDATES = 2;
export const MAX_CANDIDATES = 8;
