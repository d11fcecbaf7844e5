import type { JsonTemplate } from '../../fields/index.ts';
import type { SnippetClient } from '../client.ts';
import { jsonString } from '../literals/index.ts';
import type { SnippetToken } from '../snippet-context.ts';
import { baseAddress } from '../openai-address.ts';
import { syntaxWithBlobs } from './blob.ts';
import { argumentObject, chatLines, construction } from './call.ts';
import { NO_CHAT_BASE } from './chat-base.ts';
import { importLines } from './imports.ts';
import { javascriptToken } from './token.ts';

/** JavaScript with openai, which asks for chat completions as the run does; a module. */
export const openai: SnippetClient = {
  id: 'openai',
  language: 'js',
  install: 'npm install openai',
  cannot({ request, url }) {
    if (!request.conversation) return 'is for chat alone';
    return baseAddress(url) === undefined ? NO_CHAT_BASE : undefined;
  },
  write({ request, url, token, answer }) {
    const { body, headers } = request;
    const { address = url, query = {} } = baseAddress(url) ?? {};
    const options = [
      `baseURL: ${jsonString(address)}`,
      `apiKey: ${keyExpression(token)}`,
      ...entriesOption('defaultHeaders', [
        ...(token.kind === 'none' ? ['Authorization: null'] : []),
        ...textEntries(headers),
      ]),
      ...entriesOption('defaultQuery', textEntries(query)),
    ];
    const json = (body.kind === 'json' ? body.json : {}) as Readonly<Record<string, JsonTemplate>>;
    const call = `client.chat.completions.create(${argumentObject(json)})`;
    const code = [
      `const client = ${construction('OpenAI', [], options)};`,
      '',
      ...chatLines(answer.kind === 'stream' ? `await ${call}` : call, answer),
    ].join('\n');
    return `${importLines(code, ['import OpenAI from "openai";'])}${code}\n`;
  },
};

/** The library would take `undefined` for leave to send the person's OPENAI_API_KEY, wherever it is. */
function keyExpression(token: SnippetToken): string {
  const expression = javascriptToken(token)?.token ?? '""';
  return token.kind === 'environment' ? `${expression} ?? ""` : expression;
}

function textEntries(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).map(([name, value]) => `${syntaxWithBlobs.key(name)}: ${jsonString(value)}`);
}

function entriesOption(name: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  return [
    entries.length === 1
      ? `${name}: { ${entries.join('')} }`
      : `${name}: {\n${entries.map((entry) => `    ${entry},\n`).join('')}  }`,
  ];
}
