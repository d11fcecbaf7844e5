import { modelInfo, type ModelEntry } from '@huggingface/hub';
import { HubResponseError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { getModelPage, modelPath } from './get-model.ts';
import { responseOf } from './hub-api.ts';
import { isLive, readProviders } from './providers.ts';

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

/** A row of the Hub in a form that @huggingface/hub can read; undefined without a usable ID. */
export function normalizeRow(row: unknown): object | undefined {
  if (!isRecord(row)) return undefined;
  const { id, modelId, inferenceProviderMapping: mapping } = row;
  const name = id ?? modelId;
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    ...row,
    id: name,
    inferenceProviderMapping: Array.isArray(mapping) ? mapping : readProviders(mapping),
  };
}

/** Converts an unchecked row of @huggingface/hub. Missing counts are 0, and invalid dates are left out. */
export function listedModelOf(
  entry: ModelEntry & { readonly inferenceProviderMapping?: unknown },
): ListedModel {
  const { name, downloads, likes, gated, task, updatedAt } = entry;
  const live = readProviders(entry.inferenceProviderMapping).filter(isLive);
  // The library reads a missing date as 1970.
  const hasDate = updatedAt.getTime() > 0;
  return {
    name,
    downloads: count(downloads),
    likes: count(likes),
    private: entry.private === true,
    gated: typeof gated === 'string' ? gated : false,
    task: typeof task === 'string' ? task : undefined,
    updatedAt: hasDate ? updatedAt.toISOString() : undefined,
    providers: [...new Set(live.map(({ provider }) => provider))],
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
      const row = normalizeRow(await getModelPage(connection, id, url, signal));
      if (!row) throw new HubResponseError('expected a model', { url });
      return responseOf(row);
    },
  });
  return { ...listedModelOf(entry), name: id };
}
