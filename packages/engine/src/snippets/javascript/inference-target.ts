import { fileIn, type JsonTemplate } from '../../fields/index.ts';
import { INFERENCE_URL } from '../../http/index.ts';
import { isOwn } from '../../request/index.ts';
import { payloadOf } from '../../request/index.ts';
import type { SnippetContext } from '../snippet-context.ts';

type Arguments = Readonly<Record<string, JsonTemplate>>;

/** How `InferenceClient` is told what to ask and where. */
export interface InferenceTarget {
  /** The address, where the library cannot find it by itself. */
  readonly endpointUrl?: string;
  /** Provider and model of the call, where the library finds the address. */
  readonly where: Arguments;
  /** What the call sends. */
  readonly asked: Arguments;
}

/** What of a request is told: a provider's name where the library finds the very same address, else the address. */
export function inferenceTarget(context: SnippetContext): InferenceTarget {
  const { request, url } = context;
  const { model = '', server, conversation, stream } = request;
  // The method for streams asks for a stream by itself.
  const streamed: Arguments = conversation && !stream ? { stream } : {};
  const where = { provider: server, model };
  if (findsProvider(context)) return { where, asked: { ...payloadOf(request), ...streamed } };
  const { stream: _stream, ...body } = bodyOf(context);
  const asked = { ...body, ...streamed };
  return findsOwn(context) ? { where, asked } : { endpointUrl: url, where: {}, asked };
}

/** Whether the request goes to a provider as the library itself would send it. */
export function findsProvider({ request, isHub }: SnippetContext): boolean {
  return isHub && !isOwn(request.server);
}

/** Whether the library, told server and model, asks the Hub's own inference or its chat router at this address. */
function findsOwn({ request, task, url, isHub }: SnippetContext): boolean {
  const { server, model, conversation } = request;
  if (!isHub) return false;
  if (server === 'auto') return url === `${INFERENCE_URL}/v1/chat/completions`;
  const models = `${INFERENCE_URL}/hf-inference/models/${model}`;
  if (conversation) return server === 'hf-inference' && url === `${models}/v1/chat/completions`;
  return server === 'hf-inference' && url === (task.taskInPath ? `${models}/pipeline/${task.id}` : models);
}

/** The Hub's own form: a file that is sent bare is the `inputs` of the library's methods too. */
function bodyOf({ request: { body } }: SnippetContext): Arguments {
  if (body.kind === 'file') return { inputs: fileIn(body.file) };
  return body.kind === 'json' ? (body.json as Arguments) : {};
}
