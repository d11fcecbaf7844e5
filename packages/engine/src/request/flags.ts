/** Optional headers of a request (specification, section 7), by the names of their options on the command line. */
export const requestFlags = [
  { name: 'no-cache', header: ['X-Use-Cache', 'false'], label: 'Ignore cached answers' },
  { name: 'wait', header: ['X-Wait-For-Model', 'true'], label: 'Wait until the model is loaded' },
  { name: 'no-load', header: ['X-Load-Model', '0'], label: 'Do not load the model' },
] as const;

export type RequestFlag = (typeof requestFlags)[number]['name'];

export const FLAGS_NOTE = "Sent to the Hub's own inference and custom endpoints only.";

/** The given flags with their headers and labels, in order. */
export function chosenFlags(flags: readonly RequestFlag[] = []) {
  return requestFlags.filter(({ name }) => flags.includes(name));
}
