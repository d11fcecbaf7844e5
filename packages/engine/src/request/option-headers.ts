/** What a run may ask of a server beside the task. */
export interface HeaderOptions {
  /** The organization that pays (`X-HF-Bill-To`). */
  readonly billTo?: string;
  /** Ask the server to wait for the model to load (`X-Wait-For-Model`). */
  readonly waitForModel?: boolean;
  /** False asks for a fresh answer (`X-Use-Cache`). */
  readonly useCache?: boolean;
  /** False asks not to load a model that is not loaded (`X-Load-Model`). */
  readonly loadModel?: boolean;
}

/** Names the organization that pays. */
export const BILL_TO = 'X-HF-Bill-To';
const USE_CACHE = 'X-Use-Cache';
const LOAD_MODEL = 'X-Load-Model';

/** Asks a server to wait for the model to load. */
export const waitForModelHeader: Readonly<Record<string, string>> = { 'X-Wait-For-Model': 'true' };

/** The headers that say what options ask of a server. */
export function optionHeaders({ billTo, waitForModel, useCache, loadModel }: HeaderOptions) {
  return {
    ...(waitForModel ? waitForModelHeader : {}),
    ...(useCache === false ? { [USE_CACHE]: 'false' } : {}),
    ...(loadModel === false ? { [LOAD_MODEL]: '0' } : {}),
    ...(billTo === undefined ? {} : { [BILL_TO]: billTo }),
  };
}

const names: ReadonlySet<string> = new Set([
  BILL_TO,
  USE_CACHE,
  LOAD_MODEL,
  ...Object.keys(waitForModelHeader),
]);

/** Whether a header of a request comes from the run's options; all others come from a provider's own form. */
export function isOptionHeader(name: string): boolean {
  return names.has(name);
}
