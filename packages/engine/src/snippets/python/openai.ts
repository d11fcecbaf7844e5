import { chatBase, chatBaseLimit, jsonBody, type SnippetClient, type SnippetContext } from '../client.ts';
import {
  chatArguments,
  chatLines,
  importLines,
  pythonCall,
  pythonToken,
  words,
  type PythonArgument,
} from './code.ts';

/** Arguments of `chat.completions.create` in openai 2 and 3. Newer ones go into `extra_body`, for older versions. */
const namedByCreate: ReadonlySet<string> = new Set(
  words(`
    model messages frequency_penalty logit_bias logprobs max_completion_tokens max_tokens n
    parallel_tool_calls presence_penalty reasoning_effort response_format seed stop stream
    stream_options temperature tool_choice tools top_logprobs top_p user
  `),
);

export const openai: SnippetClient = {
  id: 'openai',
  language: 'python',
  install: 'pip install openai',
  cannot(context) {
    if (!context.run.route.conversation) return 'only supports chat';
    const limit = chatBaseLimit(context.url, true);
    if (limit !== undefined) return limit;
    const hasModel = jsonBody(context)['model'] !== undefined;
    return hasModel ? undefined : 'always sends a model: pass one with -m';
  },
  write(context) {
    const omitted = omittedHeaders(context);
    const code = [
      pythonCall('client = OpenAI', clientArguments(context)),
      ...chatLines([...chatArguments(jsonBody(context), namedByCreate), ...omitted], context.answer),
    ].join('\n');
    const names = omitted.length === 0 ? 'OpenAI' : 'Omit, OpenAI';
    return `${importLines(code, [`from openai import ${names}`])}\n${code}\n`;
  },
};

/** Without a key the library uses the one in the environment. */
const noKey: PythonArgument = { name: 'api_key', code: '"unused"' };

/** Otherwise the library sends a key, OPENAI_ORG_ID and OPENAI_PROJECT_ID to any server. */
function omittedHeaders({ token, run: { route } }: SnippetContext): PythonArgument[] {
  const names = [
    ...(token.kind === 'none' ? ['Authorization'] : []),
    ...(route.kind === 'endpoint' ? ['OpenAI-Organization', 'OpenAI-Project'] : []),
  ];
  if (names.length === 0) return [];
  const rows = names.map((name) => `        "${name}": Omit(),\n`);
  const comment = 'Omit prevents sending OpenAI settings to another server.';
  return [{ name: 'extra_headers', code: `{\n${rows.join('')}    }`, comment }];
}

function clientArguments({ url, headers, token }: SnippetContext): PythonArgument[] {
  const key = pythonToken(token)?.token;
  const { address = url, query = {} } = chatBase(url) ?? {};
  return [
    { name: 'base_url', value: address },
    key === undefined ? noKey : { name: 'api_key', code: key },
    ...(Object.keys(headers).length === 0 ? [] : [{ name: 'default_headers', value: headers }]),
    ...(Object.keys(query).length === 0 ? [] : [{ name: 'default_query', value: query }]),
    // Each retry may be billed.
    { name: 'max_retries', value: 0 },
  ];
}
