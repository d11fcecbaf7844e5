import type { JsonTemplate } from '../../../fields/index.ts';
import { isOwn } from '../../../request/index.ts';
import { providerLimit } from '../../hub-by-name.ts';
import { pythonString } from '../../literals/index.ts';
import type { SnippetContext } from '../../snippet-context.ts';
import { hasLoneSurrogate, hasNullEntry } from '../json-search.ts';
import { addressing } from './addressing.ts';
import { chatBody, methodOf } from './method-call.ts';
import { nested } from './nested.ts';
import { isSameAtProvider } from './providers.ts';
import { namesGuessedTypes } from './sent-types.ts';

/** Why huggingface_hub cannot make the request of a run; undefined when it can. */
export function obstacle(context: SnippetContext): string | undefined {
  return (
    atProvider(context) ?? inMethod(context) ?? inParameters(context) ?? inChat(context) ?? inValues(context)
  );
}

function atProvider(context: SnippetContext): string | undefined {
  const { server, conversation, task, body, parameters } = context.request;
  if (isOwn(server)) return undefined;
  if (addressing(context).kind === 'url') {
    return conversation ? undefined : providerLimit(context);
  }
  const given = Object.entries(nested(parameters));
  const isSame =
    isSameAtProvider(
      server,
      conversation ? 'conversational' : task,
      given.map(([name]) => name),
    ) && namesGuessedTypes(body);
  // In a form the two write what is not a plain value with other spaces.
  const isPlain = body.kind !== 'form' || given.every(([, value]) => typeof value !== 'object');
  return isSame && isPlain ? undefined : `does not ask ${server} in the form of the run`;
}

function inMethod(context: SnippetContext): string | undefined {
  return methodOf(context).differs;
}

function inParameters(context: SnippetContext): string | undefined {
  const { parameters, conversation } = context.request;
  const { name: method, names, others, beside = false, together = [] } = methodOf(context);
  if (conversation) return undefined;
  const given = Object.keys(nested(parameters));
  const isTaken = (name: string) =>
    names.includes(name) || (others === 'keywords' ? !inTheWay.has(name) : others !== undefined);
  const unknown = given.find((name) => !isTaken(name));
  if (unknown !== undefined) return `cannot send ${pythonString(unknown)}: ${method} does not take it`;
  const elsewhere = parameters.find(({ place }) => (place === 'body') !== beside);
  if (elsewhere !== undefined) return `sends ${pythonString(elsewhere.name)} at another place of the body`;
  const lonely = together.find((name) => given.includes(name));
  const missing = together.find((name) => !given.includes(name));
  return lonely !== undefined && missing !== undefined ? `takes ${lonely} only with ${missing}` : undefined;
}

/** What the one method that takes any keyword has itself. */
const inTheWay = new Set(['self', 'image', 'model']);

function inChat(context: SnippetContext): string | undefined {
  const { conversation, server } = context.request;
  const isOther = addressing(context).kind === 'provider' && server !== 'hf-inference';
  if (!conversation || isOther) return undefined;
  const { model, response_format: format } = chatBody(context);
  if (model === undefined) return 'always names a model: give one with -m';
  const { type } = (format ?? {}) as { readonly type?: unknown };
  return type === 'json_schema' ? 'writes response_format in another form' : undefined;
}

function inValues({ request: { body, values, parameters } }: SnippetContext): string | undefined {
  const all: JsonTemplate[] = [
    ...(body.kind === 'json' ? [body.json] : []),
    ...(Object.values(values).filter((value) => value !== undefined) as JsonTemplate[]),
    nested(parameters),
  ];
  if (all.some(hasNullEntry)) return 'leaves out what is null';
  return all.some(hasLoneSurrogate) ? 'cannot send half of a surrogate pair' : undefined;
}
