import { fileIn, type JsonTemplate } from '../../fields/index.ts';
import { isOwn, payloadOf } from '../../request/index.ts';
import { isFoundByName } from '../hub-by-name.ts';
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
  const sent = findsProvider(context)
    ? { ...payloadOf(request), ...(conversation ? { stream } : {}) }
    : bodyOf(context);
  // The method for streams asks for a stream by itself.
  const asked = conversation && stream ? without('stream', sent) : sent;
  return isFoundByName(context)
    ? { where: { provider: server, model }, asked }
    : { endpointUrl: url, where: {}, asked };
}

/** Whether the request goes to a provider as the library itself would send it. */
export function findsProvider(context: SnippetContext): boolean {
  return !isOwn(context.request.server) && isFoundByName(context);
}

/** The Hub's own form: a file that is sent bare is the `inputs` of the library's methods too. */
function bodyOf({ request: { body } }: SnippetContext): Arguments {
  if (body.kind === 'file') return { inputs: fileIn(body.file) };
  return body.kind === 'json' ? (body.json as Arguments) : {};
}

function without(left: string, entries: Arguments): Arguments {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== left));
}
