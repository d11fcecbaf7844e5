import type { JsonTemplate } from '../../../fields/index.ts';
import { isOwn, payloadOf } from '../../../request/index.ts';
import type { SnippetContext } from '../../snippet-context.ts';
import type { PythonArgument } from '../python-call.ts';
import { isPythonName } from '../python-name.ts';
import { addressing } from './addressing.ts';
import { inputArguments, snakeCase } from './input-arguments.ts';
import { methods, type Method } from './methods.ts';
import { nested } from './nested.ts';

/** The method of InferenceClient that a run's task is. */
export function methodOf({ request: { task, conversation } }: SnippetContext): Method & { name: string } {
  const name = conversation ? 'chat_completion' : snakeCase(task);
  return { name, ...(methods[name] ?? { names: [] }) };
}

/** The arguments of a task's method: inputs, then parameters by their names, then those that it has no name for. */
export function methodArguments(context: SnippetContext): PythonArgument[] {
  const { names, others, silenced = [] } = methodOf(context);
  const parameters = Object.entries(nested(context.request.parameters));
  const given = ([name]: [string, JsonTemplate]) => names.includes(name);
  const rest = parameters.filter((entry) => !given(entry));
  const asKeywords = others === 'keywords' ? rest.filter(([name]) => isPythonName(name)) : [];
  const asEntries = Object.fromEntries(rest.filter((entry) => !asKeywords.includes(entry)));
  return [
    ...inputArguments(context.task, context.request),
    ...[...parameters.filter(given), ...asKeywords].map(([name, value]) => ({ name, value })),
    ...silenced.filter((name) => !parameters.some(([own]) => own === name)).map(silent),
    ...(Object.keys(asEntries).length === 0
      ? []
      : [{ ...(others === 'keywords' ? { unpacked: true } : { name: 'extra_body' }), value: asEntries }]),
  ];
}

const silent = (name: string): PythonArgument => ({
  name,
  value: null,
  comment: 'None keeps back a value that the library would choose.',
});

/** What a chat is asked with: the body of the run, its model by the name that the client is given. */
export function chatBody(context: SnippetContext): Readonly<Record<string, JsonTemplate>> {
  const { body, server, stream } = context.request;
  const to = addressing(context);
  if (to.kind === 'url' || isOwn(server)) return body.kind === 'json' ? (body.json as never) : {};
  return { model: to.model, ...payloadOf(context.request), stream };
}
