import * as v from 'valibot';
import { isTooDeep, type JsonValue } from '../fields/index.ts';
import { attempt } from '../text/index.ts';
import { getChoiceIndex, messageIn, readAnswer } from './chat-message.ts';
import { check, score, unwrap, defineResult, type ResultViews } from './result.ts';

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

const named = v.nullish(v.union([score, v.string()]));

const completion = v.looseObject({
  /** Some servers omit these. */
  id: named,
  created: named,
  model: v.nullish(v.string()),
  choices: v.pipe(
    v.array(
      v.pipe(
        v.looseObject({}),
        v.check((choice) => messageIn(choice) !== undefined),
      ),
    ),
    v.minLength(1),
  ),
  system_fingerprint: v.nullish(v.string()),
  usage: v.nullish(v.looseObject({})),
});

/** Chat completion: choices, created, id, model, system_fingerprint, usage. */
export const chatResult = defineResult({
  kind: 'text',
  read: (answer) => check(completion, answer, 'a chat completion {id, created, model, choices}'),
  view({ choices }) {
    const order = (index: number) => getChoiceIndex(choices[index], index);
    const sorted = [...choices.keys()].sort((a, b) => order(a) - order(b)).map((at) => choices[at]!);
    const [first, ...others] = sorted.map(viewChoice);
    return { ...first!, otherAnswers: others.length === 0 ? undefined : others };
  },
});

function viewChoice(choice: Record<string, unknown>): ResultViews['text'] {
  const { text, reasoning, refusal, others, calls } = readAnswer(messageIn(choice) ?? {});
  return {
    text,
    reasoning: getText(reasoning),
    refusal: getText(refusal),
    otherParts: others.length === 0 ? undefined : others,
    toolCalls: calls.length === 0 ? undefined : calls.map(getToolCall),
    isMarkdown: true,
    finishReason: getText(choice['finish_reason']),
  };
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function getToolCall(call: unknown): JsonValue {
  const { function: called = call } = (call ?? {}) as { function?: unknown };
  const fields = (called ?? {}) as Record<string, unknown>;
  const name = getText(fields['name']);
  const input = fields['arguments'] ?? fields['parameters'] ?? fields['input'];
  if (name === undefined || (called === call && input === undefined)) return call as JsonValue;
  return { name, arguments: parsed(input) };
}

/** The value of JSON in a string. */
function parsed(input: unknown): JsonValue {
  if (typeof input !== 'string') return (input ?? null) as JsonValue;
  if (input.length > MAX_PARSED_ARGUMENTS) return input;
  const value = attempt(() => JSON.parse(input) as JsonValue);
  return value === undefined || isTooDeep(value) ? input : value;
}
