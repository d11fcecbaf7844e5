import { modelInfo, type ModelEntry } from '@huggingface/hub';
import { HubResponseError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { getModelPage, modelPath } from './get-model.ts';
import { toResponse } from './hub-api.ts';
import { readProviders, type ModelProvider } from './providers.ts';

/** One row of a listing (specification, section 3). */
export interface ListedModel {
  readonly name: string;
  readonly downloads: number;
  readonly likes: number;
  readonly private: boolean;
  /** `false`, or how access is granted: `auto`, `manual`. */
  readonly gated: false | string;
  readonly task?: string | undefined;
  /** ISO 8601. */
  readonly updatedAt?: string | undefined;
  /** Providers that run it now. */
  readonly providers: readonly string[];
}

/** Whether @huggingface/hub can read a row of the Hub. Converts a provider mapping in which it would fail. */
export function isReadableRow(row: unknown): row is object {
  if (!isRecord(row) || typeof row['id'] !== 'string' || row['id'] === '') return false;
  const mapping = row['inferenceProviderMapping'];
  if (!Array.isArray(mapping)) row['inferenceProviderMapping'] = readProviders(mapping);
  return true;
}

/** Converts an unchecked row of @huggingface/hub. Missing counts are 0, and invalid dates are left out. */
export function toListedModel(
  entry: ModelEntry & { readonly inferenceProviderMapping?: readonly Partial<ModelProvider>[] },
): ListedModel {
  const { name, downloads, likes, gated, task, updatedAt } = entry;
  const providers = new Set<string>();
  for (const { provider, status } of entry.inferenceProviderMapping ?? [])
    if (typeof provider === 'string' && status === 'live') providers.add(provider);
  return {
    name,
    downloads: count(downloads),
    likes: count(likes),
    private: entry.private === true,
    gated: typeof gated === 'string' ? gated : false,
    task: typeof task === 'string' ? task : undefined,
    // The library reads a missing date as 1970.
    updatedAt: updatedAt.getTime() > 0 ? updatedAt.toISOString() : undefined,
    providers: [...providers],
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * A model that may be in no listing, in the form of one.
 * @returns it under the given ID, even if the Hub has renamed it
 * @throws InputError, UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export async function lookUpListedModel(connection: Connection, id: string, signal?: AbortSignal) {
  const entry = await modelInfo({
    name: modelPath(id),
    hubUrl: connection.hubUrl,
    additionalFields: ['inferenceProviderMapping'],
    fetch: async (input) => {
      const url = String(input);
      const row = await getModelPage(connection, id, url, signal);
      if (!isReadableRow(row)) throw new HubResponseError('expected a model', { url });
      return toResponse(row);
    },
  });
  return { ...toListedModel(entry), name: id };
}
