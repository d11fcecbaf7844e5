/** Every provider together, for the Hub's listing: models that are served now. */
export const ANY_PROVIDER = 'all';
