import {
  buildRequest,
  findDefaultInputs,
  findRoute,
  getMediaType,
  loadParameterSpecs,
  parseParameters,
  resultJson,
  run,
  createSnippets,
  type InferenceRequest,
  type ResultView,
  type Task,
} from '@tryout/engine';
import type { Sandbox } from '@tryout/sandbox';
import { connectionTo } from '../../../support/ask.ts';

/** Runs the first example of a model with the engine, without a browser. */
export interface EngineRun {
  readonly request: InferenceRequest;
  readonly view: ResultView;
  readonly json: string;
  readonly curl: string;
}

export async function engineRun(
  sandbox: Pick<Sandbox, 'hubUrl' | 'inferenceUrl'>,
  task: Task,
  model: string,
): Promise<EngineRun> {
  const connection = connectionTo(sandbox);
  const { signal } = new AbortController();
  const { values } = await findDefaultInputs(connection, task, model, signal);
  const route = await findRoute(connection, task, { model }, signal);
  const parameters = parseParameters(await loadParameterSpecs(task, route.conversation), {});
  const request = await buildRequest(task, route, values, { parameters });
  const result = await run(connection, request, { signal });
  const { snippets } = createSnippets(request, connection, { contentType: getMediaType(result.view) });
  const curl = snippets.find(({ client }) => client === 'curl')!.code;
  return { request, view: result.view, json: resultJson(result), curl };
}
