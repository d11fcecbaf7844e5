import { chatBase, chatBaseLimit, jsonBody, type SnippetClient, type SnippetToken } from '../client.ts';
import { jsonString } from '../literals.ts';
import {
  argumentObject,
  chatLines,
  construction,
  importLines,
  javascriptToken,
  syntaxWithBlobs,
} from './code.ts';

export const openai: SnippetClient = {
  id: 'openai',
  language: 'js',
  install: 'npm install openai',
  cannot({ url, run }) {
    return run.route.conversation ? chatBaseLimit(url, true) : 'only supports chat';
  },
  write(context) {
    const { url, headers, run, token, answer } = context;
    const { address = url, query = {} } = chatBase(url) ?? {};
    const options = [
      `baseURL: ${jsonString(address)}`,
      `apiKey: ${keyExpression(token)}`,
      ...(run.route.kind === 'endpoint' ? NO_OPENAI_SETTINGS : []),
      ...entriesOption('defaultHeaders', [
        ...(token.kind === 'none' ? ['Authorization: null'] : []),
        ...textEntries(headers),
      ]),
      ...entriesOption('defaultQuery', textEntries(query)),
      // Each retry may be billed.
      'maxRetries: 0',
    ];
    const call = `client.chat.completions.create(${argumentObject(jsonBody(context))})`;
    const code = [
      `const client = ${construction('OpenAI', [], options)};`,
      '',
      ...chatLines(answer.kind === 'stream' ? `await ${call}` : call, answer),
    ].join('\n');
    return `${importLines(code, ['import OpenAI from "openai";'])}${code}\n`;
  },
};

/** Otherwise the library sends OPENAI_ORG_ID and OPENAI_PROJECT_ID to every server. */
const NO_OPENAI_SETTINGS = [
  '// null prevents sending OpenAI settings to another server.\n  organization: null',
  'project: null',
];

/** For `undefined` the library sends OPENAI_API_KEY. */
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
