import * as v from 'valibot';

const entry = v.looseObject({
  provider: v.string(),
  providerId: v.string(),
  status: v.optional(v.string(), 'live'),
  task: v.string(),
  adapter: v.optional(v.string()),
  adapterWeightsPath: v.optional(v.string()),
});

/** Who serves a model, under which name, for which task (`expand[]=inferenceProviderMapping`). */
export interface ModelProvider {
  readonly provider: string;
  /** The model's name at the provider. */
  readonly providerId: string;
  /** `live`, or `staging` for tests of the provider. */
  readonly status: string;
  /** The task that it is served for; `conversational` for chat. */
  readonly task: string;
  readonly adapter?: string;
  readonly adapterWeightsPath?: string;
}

/** Reads a provider mapping, which the Hub sends as a list or as an object by provider; entries that are neither are left out. */
export function readProviders(mapping: unknown): ModelProvider[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  const rows: unknown[] = Array.isArray(mapping)
    ? mapping
    : Object.entries(mapping).map(([provider, row]) => ({ provider, ...(row as object) }));
  return rows.flatMap((row) => {
    const checked = v.safeParse(entry, row);
    return checked.success ? [checked.output] : [];
  });
}
