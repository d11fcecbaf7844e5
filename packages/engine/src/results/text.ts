import * as v from 'valibot';
import { isTooDeep, type JsonValue } from '../fields/index.ts';
import { attempt } from '../text/index.ts';
import { check, score, unwrap } from './check.ts';
import { defineResult } from './result.ts';

/**
 * One text in a field of the task, for example `{summary_text}`. Servers return the object or a list of one. Other fields
 * (speech recognition's `chunks`) are kept.
 */
export function textResult(name: string) {
  const schema = v.looseObject({ [name]: v.string() });
  return defineResult({
    kind: 'text',
    read: (answer) => check(schema, unwrap(answer), `{${name}: text}`),
    view: (value) => ({ text: String(value[name]) }),
  });
}

/** Longer arguments are shown as text. */
const MAX_PARSED_ARGUMENTS = 100_000;

const completion = v.looseObject({
  id: v.string(),
  created: score,
  model: v.string(),
  choices: v.pipe(
    v.array(v.looseObject({ message: v.looseObject({ content: v.optional(v.nullable(v.string())) }) })),
    v.minLength(1),
  ),
  /** Some providers omit these. */
  system_fingerprint: v.nullish(v.string()),
  usage: v.nullish(v.looseObject({})),
});

/** Chat completion: choices, created, id, model, system_fingerprint, usage. */
export const chatResult = defineResult({
  kind: 'text',
  read: (answer) => check(completion, answer, 'a chat completion {id, created, model, choices}'),
  view: ({ choices }) => {
    const { message, finish_reason } = choices[0]!;
    const reasoning = getText(message['reasoning_content']) ?? getText(message['reasoning']);
    const toolCalls = Array.isArray(message['tool_calls']) ? message['tool_calls'].map(getToolCall) : [];
    return {
      text: message.content ?? '',
      reasoning,
      toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
      isMarkdown: true,
      finishReason: getText(finish_reason),
    };
  },
});

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function getToolCall(call: unknown): JsonValue {
  const { function: called } = (call ?? {}) as { function?: { name?: unknown; arguments?: unknown } | null };
  const name = getText(called?.name);
  if (name === undefined) return call as JsonValue;
  return { name, arguments: parsed(called?.arguments) };
}

/** The value of JSON in a string. */
function parsed(given: unknown): JsonValue {
  if (typeof given !== 'string') return (given ?? null) as JsonValue;
  if (given.length > MAX_PARSED_ARGUMENTS) return given;
  const value = attempt(() => JSON.parse(given) as JsonValue);
  return value === undefined || isTooDeep(value) ? given : value;
}
