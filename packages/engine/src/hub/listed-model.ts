import { modelInfo, type ModelEntry } from '@huggingface/hub';
import { HubResponseError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { getModelPage, modelPath } from './get-model.ts';
import { toResponse } from './hub-api.ts';
import { isLive, readProviders, type ModelProvider } from './providers.ts';

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
  /** Whether commands run it if no model is chosen. */
  readonly isDefault?: boolean;
}

/** A row of the Hub that @huggingface/hub can read, with a checked provider mapping; undefined without an ID. */
export function toReadableRow(row: unknown): object | undefined {
  if (!isRecord(row) || typeof row['id'] !== 'string' || row['id'] === '') return undefined;
  return { ...row, inferenceProviderMapping: readProviders(row['inferenceProviderMapping']) };
}

/** Converts a row that @huggingface/hub has read. Missing counts are 0, and invalid dates are left out. */
export function toListedModel(
  entry: ModelEntry & { readonly inferenceProviderMapping?: readonly ModelProvider[] },
): ListedModel {
  const { name, downloads, likes, gated, task, updatedAt } = entry;
  const live = (entry.inferenceProviderMapping ?? []).filter(isLive);
  return {
    name,
    downloads: count(downloads),
    likes: count(likes),
    private: entry.private === true,
    gated: typeof gated === 'string' ? gated : false,
    task: typeof task === 'string' ? task : undefined,
    // The library reads a missing date as 1970.
    updatedAt: updatedAt.getTime() > 0 ? updatedAt.toISOString() : undefined,
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
      const row = toReadableRow(await getModelPage(connection, id, url, signal));
      if (!row) throw new HubResponseError('expected a model', { url });
      return toResponse(row);
    },
  });
  return { ...toListedModel(entry), name: id };
}
