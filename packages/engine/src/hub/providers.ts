import { isRecord } from '../text/index.ts';

/** A provider that runs a model (`expand[]=inferenceProviderMapping`). */
export interface ModelProvider {
  readonly provider: string;
  /** The model's name at the provider. */
  readonly providerId: string;
  /** `live`, or `staging` for tests of the provider. */
  readonly status: string;
  /** The task; `conversational` for chat. */
  readonly task: string;
  readonly adapter?: string | undefined;
  readonly adapterWeightsPath?: string | undefined;
}

export function isLive({ status }: Pick<ModelProvider, 'status'>): boolean {
  return status === 'live';
}

/** Reads a provider mapping, a list or an object by provider. Unusable entries are left out. */
export function readProviders(mapping: unknown): ModelProvider[] {
  if (!isRecord(mapping)) return [];
  if (Array.isArray(mapping)) return mapping.flatMap((row: unknown) => readEntry(row));
  return Object.entries(mapping).flatMap(([provider, row]) => readEntry(row, provider));
}

/** Validated by hand: a listing has thousands of entries, and a schema is slow. */
function readEntry(row: unknown, name?: string): ModelProvider[] {
  if (!isRecord(row)) return [];
  const { provider = name, providerId, status = 'live', task, adapter, adapterWeightsPath } = row;
  if (!isText(provider) || !isText(providerId) || !isText(status) || !isText(task)) return [];
  return [
    {
      provider,
      providerId,
      status,
      task,
      adapter: isText(adapter) ? adapter : undefined,
      adapterWeightsPath: isText(adapterWeightsPath) ? adapterWeightsPath : undefined,
    },
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
