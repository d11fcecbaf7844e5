import * as v from 'valibot';
import { InputError } from '../errors/index.ts';
import { requireShallow, type JsonSchema, type JsonValue, parseJson } from '../fields/index.ts';
import { checkSchema } from '../spec/index.ts';
import { emptyChat, type Chat, type ChatExchange, type TypedParameters } from '../tasks/index.ts';
import { isRecord, nameHint } from '../text/index.ts';
import type { Row } from './cells.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A test of an answer: `contains`, `equals`, `startsWith` or `endsWith` a template. */
interface StringCheck {
  readonly name: string;
  readonly tests: Readonly<Record<string, string>>;
}

/** A prompt with placeholders such as `{{review}}`, and what belongs to it in a `.prompt.yml` file. */
export interface PromptTemplate {
  /** The last one is from the user. */
  readonly messages: readonly Message[];
  readonly model?: string | undefined;
  readonly parameters: TypedParameters;
  readonly schema?: JsonSchema | undefined;
  readonly rows: readonly Row[];
  readonly checks: readonly StringCheck[];
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names in the placeholders of a prompt. */
export function listPlaceholders({ messages }: PromptTemplate): readonly string[] {
  const names = messages.flatMap(({ content }) =>
    [...content.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim()),
  );
  return [...new Set(names)];
}

/** @param getText the text for a name */
function fill(template: string, getText: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_match, name: string) => getText(name.trim()));
}

/** The last message, and the conversation before it. */
export function fillPrompt({ messages }: PromptTemplate, getText: (name: string) => string) {
  const filled = messages.map(({ role, content }) => ({ role, content: fill(content, getText) }));
  const of = (role: string) => filled.filter((message) => message.role === role);
  const [users, answers] = [of('user'), of('assistant')];
  const exchanges: ChatExchange[] = answers.map(({ content }, index) => ({
    prompt: { text: users[index]!.content, images: [] },
    answer: content,
  }));
  const system = of('system')
    .map(({ content }) => content)
    .join('\n\n');
  const chat: Chat | undefined =
    system === '' && exchanges.length === 0 ? undefined : { ...emptyChat, system, exchanges };
  return { text: users.at(-1)!.content, chat };
}

/** A prompt that was typed. */
export function textPrompt(text: string): PromptTemplate {
  return { messages: [{ role: 'user', content: text }], parameters: {}, rows: [], checks: [] };
}

export function isPromptFile(name: string): boolean {
  return /\.prompt\.ya?ml$/i.test(name);
}

/** Characters of a prompt file. */
const MAX_PROMPT = 1024 * 1024;
/** Parts of YAML, whose keys are compared with each other. */
const MAX_TOKENS = 50_000;
/** Repetitions of parts by aliases, which can multiply, and keys that are marked by `?`, which take long in each other. */
const MAX_ALIASES = 100;

/** What the lexer puts before a text. */
const TEXT = '\u001f';

const scalar = v.union([v.string(), v.number(), v.boolean()]);

const shape = v.looseObject({
  messages: v.pipe(v.array(v.looseObject({ role: v.string(), content: v.string() })), v.minLength(1)),
  model: v.nullish(v.string()),
  modelParameters: v.nullish(v.record(v.string(), v.unknown())),
  responseFormat: v.nullish(v.unknown()),
  jsonSchema: v.nullish(v.unknown()),
  testData: v.nullish(v.array(v.record(v.string(), v.unknown()))),
  evaluators: v.nullish(
    v.array(v.looseObject({ name: v.string(), string: v.nullish(v.custom<object>(isRecord)) })),
  ),
});

/** GitHub's names in chat completion. */
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Reads a `.prompt.yml` file, as GitHub Models had them.
 * @param name for errors
 * @throws InputError
 */
export async function parsePromptFile(text: string, name: string): Promise<PromptTemplate> {
  if (text.length > MAX_PROMPT) throw notAPrompt(name, 'it is too large');
  const { Lexer, parse } = await import('yaml');
  let [tokens, aliases, before] = [0, 0, ''];
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (before !== TEXT && (token === '?' || token.startsWith('*'))) aliases += 1;
    before = token;
    if (tokens > MAX_TOKENS || aliases > MAX_ALIASES) throw notAPrompt(name, 'it has too many parts');
  }
  let content: unknown;
  try {
    content = parse(text, { maxAliasCount: MAX_ALIASES, logLevel: 'silent' });
  } catch (cause) {
    const [line = ''] = String((cause as Error).message).split('\n');
    throw notAPrompt(name, line.replace(/:$/, ''));
  }
  requireShallow(content, name);
  const checked = v.safeParse(shape, content);
  if (!checked.success) {
    const [issue] = checked.issues;
    throw notAPrompt(name, `${v.getDotPath(issue) ?? 'it'} is missing or has the wrong type`);
  }
  const { messages, model, modelParameters, responseFormat, jsonSchema, testData, evaluators } =
    checked.output;
  if (/^https?:/i.test(model ?? ''))
    throw new InputError(`${name} names an address as its model, which is not used`, {
      hint: 'Your input would be sent there. If you trust it, choose it as the model yourself.',
    });
  return {
    messages: readMessages(messages, name),
    model: model ?? undefined,
    parameters: {
      ...Object.fromEntries(
        Object.entries(modelParameters ?? {}).map(([key, value]) => [
          toSnakeCase(key),
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      ...(responseFormat === 'json_object' ? { response_format: '{"type":"json_object"}' } : {}),
    },
    schema: await readSchema(responseFormat, jsonSchema, name),
    rows: (testData ?? []) as Row[],
    checks: (evaluators ?? []).flatMap(({ name: title, string }) =>
      string ? { name: title, tests: readTests(string, title, name) } : [],
    ),
  };
}

/** System messages, then messages of the user and answers in turn. @throws InputError for another order */
function readMessages(messages: readonly Message[], name: string): readonly Message[] {
  const read = messages.map(({ role, content }) => ({
    role: role === 'developer' ? 'system' : role,
    content,
  }));
  const turns = read.filter(({ role }) => role !== 'system');
  const isInTurn = turns.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  if (isInTurn && turns.at(-1)?.role === 'user') return read;
  throw notAPrompt(
    name,
    'its messages must be from system, then user and assistant in turn, and end with user',
  );
}

async function readSchema(
  format: unknown,
  jsonSchema: unknown,
  name: string,
): Promise<JsonSchema | undefined> {
  if (format !== 'json_schema') return undefined;
  const json = (typeof jsonSchema === 'string' ? parseJson(jsonSchema, name) : jsonSchema) as {
    schema?: JsonValue;
  } | null;
  return checkSchema(json?.schema ?? (json as JsonValue), name);
}

function notAPrompt(name: string, problem: string): InputError {
  return new InputError(`${name} is not a prompt file: ${problem}`, {
    hint: 'It needs a list of messages, each with role and content.',
  });
}

/** @throws InputError for the name in a placeholder that is none of the names */
export function requirePlaceholders(prompt: PromptTemplate, names: readonly string[], what: string): void {
  const unknown = listPlaceholders(prompt).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new InputError(`The prompt has {{${unknown}}}, but there is no ${what} '${unknown}'`, {
    hint: nameHint(unknown, names),
  });
}

const tests: Readonly<Record<string, (answer: string, expected: string) => boolean>> = {
  contains: (answer, expected) => answer.includes(expected),
  equals: (answer, expected) => answer === expected,
  startsWith: (answer, expected) => answer.startsWith(expected),
  endsWith: (answer, expected) => answer.endsWith(expected),
};

/** @throws InputError for tests that do not exist: no answer could fail them */
function readTests(strings: object, check: string, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(strings) as readonly (readonly [string, unknown])[];
  const unknown = entries.find(([test, value]) => !Object.hasOwn(tests, test) || !v.is(scalar, value));
  if (unknown === undefined && entries.length > 0)
    return Object.fromEntries(entries.map(([test, value]) => [test, String(value)]));
  const problem = unknown === undefined ? 'no test' : `an unknown test '${unknown[0]}'`;
  throw new InputError(`The evaluator '${check}' of ${name} has ${problem}`, {
    hint: nameHint(unknown?.[0] ?? '', Object.keys(tests)),
  });
}

/** Whether an answer passes each check, by name. Letters match in either case, as in GitHub Models. */
export function checkAnswer(
  checks: readonly StringCheck[],
  answer: string,
  getText: (name: string) => string,
): Readonly<Record<string, boolean>> {
  const text = answer.trim().toLowerCase();
  return Object.fromEntries(
    checks.map((check) => [
      check.name,
      Object.entries(check.tests).every(([test, expected]) =>
        tests[test]!(text, fill(expected, getText).trim().toLowerCase()),
      ),
    ]),
  );
}
