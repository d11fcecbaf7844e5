import { runDefinition } from '../inference/run-definition.ts';
import { HttpError } from '../server/http-error.ts';
import { sendJson } from '../server/respond.ts';
import { defineMisbehavior, type MisbehavingRun } from './define-misbehavior.ts';

/** Seconds; short, because waiting for it is what is tried. */
const estimate = 0.3;

function stillLoading(id: string, estimatedTime?: number): HttpError {
  const error = `Model ${id} is currently loading`;
  return new HttpError(
    503,
    estimatedTime === undefined ? { error } : { error, estimated_time: estimatedTime },
  );
}

async function loadOnce({ exchange, id, body }: MisbehavingRun): Promise<void> {
  const { loading, registry } = exchange.sandbox;
  if (!loading.delete(id)) {
    loading.add(id);
    throw stillLoading(id, estimate);
  }
  const honest = registry.defaultModel('text-classification')?.definition;
  if (honest === undefined) throw new HttpError(500, 'There is no model to answer in its place.');
  const answer = await runDefinition(honest, { inputs: body['inputs'], parameters: {} }, exchange.signal);
  if ('json' in answer) sendJson(exchange.response, answer.json);
}

/** Models that are not there yet. */
export const loadingModels = [
  defineMisbehavior(
    'loads-once',
    'It answers every other request with 503 and an estimated time, and the next as the default model of its task.',
    loadOnce,
  ),
  defineMisbehavior('loads-for-ever', 'It answers each request with 503 and an estimated time.', ({ id }) => {
    throw stillLoading(id, estimate);
  }),
  defineMisbehavior(
    'loads-without-estimate',
    'It answers each request with 503 and no estimate.',
    ({ id }) => {
      throw stillLoading(id);
    },
  ),
];
