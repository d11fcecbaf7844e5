import * as v from 'valibot';
import { unlessFailed, type Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { getModel, lenient } from './hub-api.ts';
import { isLive, readProviders } from './model-lookup.ts';
import { fetchPrices } from './prices.ts';

/** The Hub's information about a model; unknown properties are missing. */
export type ModelDetails = Awaited<ReturnType<typeof fetchModelDetails>>;

const shape = v.looseObject({
  pipeline_tag: lenient(v.string()),
  downloads: lenient(v.number()),
  likes: lenient(v.number()),
  gated: lenient(v.union([v.literal(false), v.string()])),
  library_name: lenient(v.string()),
  cardData: lenient(v.looseObject({ license: lenient(v.string()) })),
  safetensors: lenient(v.looseObject({ total: lenient(v.number()) })),
  inferenceProviderMapping: v.optional(v.unknown()),
});

/**
 * Looks up a model, and the prices of a chat model, which are left out when the router does not answer.
 * @throws InputError (not a model ID), UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export async function fetchModelDetails(connection: Connection, id: string, signal?: AbortSignal) {
  const model = await getModel(connection, id, shape, signal);
  const providers = readProviders(model.inferenceProviderMapping);
  const isChat = providers.some((provider) => isLive(provider) && provider.task === 'conversational');
  const prices = isChat ? await unlessFailed(fetchPrices(connection, id, signal), signal) : undefined;
  return {
    id,
    task: model.pipeline_tag,
    downloads: model.downloads,
    likes: model.likes,
    /** `false`, or how access is granted: `auto`, `manual`. */
    gated: model.gated,
    /** For example `transformers`. */
    library: model.library_name,
    license: model.cardData?.license,
    /** The number of parameters. */
    parameters: model.safetensors?.total,
    providers: providers.map(({ provider, status }) => ({
      name: provider,
      /** `live`, or `staging` for tests of the provider. */
      status,
      price: prices?.get(provider),
    })),
  };
}

const infoShape = v.looseObject({
  id: v.string(),
  pipeline_tag: lenient(v.string()),
  tags: v.fallback(v.array(v.string()), []),
  library_name: lenient(v.string()),
  mask_token: lenient(v.string()),
  config: lenient(v.looseObject({})),
  cardData: lenient(v.looseObject({})),
  widgetData: lenient(
    v.pipe(
      v.array(v.unknown()),
      v.transform((rows) => rows.filter(isRecord)),
    ),
  ),
  transformersInfo: lenient(v.looseObject({ auto_model: v.string() })),
});

/** The fields of a model that its library code is generated from (specification, section 3). */
export type ModelInfo = v.InferOutput<typeof infoShape>;

/**
 * @throws InputError (not a model ID), UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export function fetchModelInfo(connection: Connection, id: string, signal?: AbortSignal) {
  return getModel(connection, id, infoShape, signal);
}
