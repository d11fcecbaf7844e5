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

/**
 * Reads a provider mapping, which the Hub sends as a list or as an object by provider; entries that are neither are
 * left out. Read by hand: a listing has thousands of them, for which a schema is too slow.
 */
export function readProviders(mapping: unknown): ModelProvider[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  if (Array.isArray(mapping)) return mapping.flatMap((row: unknown) => readEntry(row));
  return Object.entries(mapping).flatMap(([provider, row]) => readEntry(row, provider));
}

function readEntry(row: unknown, name?: string): ModelProvider[] {
  if (typeof row !== 'object' || row === null) return [];
  const {
    provider = name,
    providerId,
    status = 'live',
    task,
    adapter,
    adapterWeightsPath,
  } = row as Record<string, unknown>;
  if (!isText(provider) || !isText(providerId) || !isText(status) || !isText(task)) return [];
  return [
    {
      provider,
      providerId,
      status,
      task,
      ...(isText(adapter) ? { adapter } : {}),
      ...(isText(adapterWeightsPath) ? { adapterWeightsPath } : {}),
    },
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The names of those who serve a model now, each once. Makes no entries, of which a listing would make thousands. */
export function liveProviders(mapping: unknown): readonly string[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  if (!Array.isArray(mapping)) {
    return readProviders(mapping).flatMap(({ status, provider }) => (status === 'live' ? [provider] : []));
  }
  const names: string[] = [];
  for (const row of mapping as (Record<string, unknown> | null)[]) {
    const name = row?.['provider'];
    const isLive = row?.['status'] === undefined || row['status'] === 'live';
    if (!isLive || !isText(name) || !isText(row?.['providerId']) || !isText(row['task'])) continue;
    if (!names.includes(name)) names.push(name);
  }
  return names;
}
