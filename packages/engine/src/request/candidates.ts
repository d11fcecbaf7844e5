/** Models of a comparison; a batch may also run one. */
export const MIN_CANDIDATES = 2;
export const MAX_CANDIDATES = 8;
