import type { JsonTemplate } from '../../fields/index.ts';
import type { SnippetClient } from '../client.ts';
import type { SnippetContext } from '../snippet-context.ts';
import { chatArguments, chatLines } from './chat.ts';
import { importLines } from './imports.ts';
import { hasLoneSurrogate } from './json-search.ts';
import { baseAddress } from '../openai-address.ts';
import { namedByCreate } from './openai/named-by-create.ts';
import { pythonCall, type PythonArgument } from './python-call.ts';
import { pythonToken } from './token.ts';

/** Python with openai, for chat. */
export const openai: SnippetClient = {
  id: 'openai',
  language: 'python',
  install: 'pip install openai',
  cannot(context) {
    if (!context.request.conversation) return 'is for chat alone';
    if (baseAddress(context.url) === undefined) return 'cannot ask at an address of this form';
    const body = bodyOf(context);
    if (body['model'] === undefined) return 'always names a model: give one with -m';
    return hasLoneSurrogate(body) ? 'cannot send half of a surrogate pair' : undefined;
  },
  write(context) {
    const isAnonymous = context.token.kind === 'none';
    const chat = chatArguments(bodyOf(context), namedByCreate);
    const code = [
      pythonCall('client = OpenAI', clientArguments(context)),
      ...chatLines(isAnonymous ? [...chat, withoutKey] : chat, context.answer),
    ].join('\n');
    return `${importLines(code, [`from openai import ${isAnonymous ? 'Omit, ' : ''}OpenAI`])}\n${code}\n`;
  },
};

/** The library insists on a key, and takes the person's own from the environment when it is given none. */
const noKey: PythonArgument = { name: 'api_key', code: '"unused"' };
const withoutKey: PythonArgument = { name: 'extra_headers', code: '{"Authorization": Omit()}' };

function bodyOf({ request: { body } }: SnippetContext): Readonly<Record<string, JsonTemplate>> {
  return body.kind === 'json' ? (body.json as Readonly<Record<string, JsonTemplate>>) : {};
}

function clientArguments({ url, request: { headers }, token }: SnippetContext): PythonArgument[] {
  const key = pythonToken(token)?.token;
  const { address = url, query = {} } = baseAddress(url) ?? {};
  return [
    { name: 'base_url', value: address },
    key === undefined ? noKey : { name: 'api_key', code: key },
    ...(Object.keys(headers).length === 0 ? [] : [{ name: 'default_headers', value: headers }]),
    ...(Object.keys(query).length === 0 ? [] : [{ name: 'default_query', value: query }]),
  ];
}
