/** Optional headers of a request (specification, section 7), by the names of their options on the command line. */
export const requestFlags = {
  'no-cache': {
    header: ['X-Use-Cache', 'false'],
    label: 'Skip the cache',
    description: 'compute a new answer instead of using a cached one',
  },
  wait: {
    header: ['X-Wait-For-Model', 'true'],
    label: 'Wait for the model',
    description: 'let the first request wait until the model is loaded',
  },
  'no-load': {
    header: ['X-Load-Model', '0'],
    label: 'Do not load the model',
    description: 'do not load a model that is not loaded yet',
  },
} as const;

export type RequestFlag = keyof typeof requestFlags;

export const requestFlagNames = Object.keys(requestFlags) as readonly RequestFlag[];

/** Which servers receive the headers. */
export const FLAGS_NOTE = "Sent to the Hub's own inference and custom endpoints only.";

export function flagHeaders(flags: readonly RequestFlag[]): Record<string, string> {
  return Object.fromEntries(flags.map((flag) => requestFlags[flag].header));
}
