import * as v from 'valibot';
import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';
import { getModel } from './get-model.ts';
import { lenient } from './hub-api.ts';

const shape = v.looseObject({
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
export type ModelInfo = v.InferOutput<typeof shape>;

/**
 * @throws InputError (not a model ID), UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export function fetchModelInfo(connection: Connection, id: string, signal?: AbortSignal) {
  return getModel(connection, id, shape, signal);
}
