import { describe, expect, test } from 'vitest';
import { type ResultView, type RunEvent, type RunResult } from '@tryout/engine';
import { canary, chat, connectionAt, rejection } from '../../support/ask.ts';
import { answerJson, serve } from '../../support/loopback.ts';

type Delta = Readonly<Record<string, unknown>>;

const eventOf = (delta: Delta, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

/** Runs a chat that streams these deltas in chunks of `cut` bytes. */
async function streamed(deltas: readonly Delta[], { reason = 'stop', cut = 1_000_000 } = {}) {
  const bytes = Buffer.from([...deltas.map((delta) => eventOf(delta)), eventOf({}, reason)].join(''));
  const server = await serve(async (_received, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (let at = 0; at < bytes.length; at += cut)
      await new Promise((sent) => response.write(bytes.subarray(at, at + cut), sent));
    response.end('data: [DONE]\n\n');
  });
  const received = { reasoning: '', text: '' };
  const onEvent = (event: RunEvent) => {
    if (event.type === 'reasoning' || event.type === 'text') received[event.type] += event.text;
  };
  const result = await chat(connectionAt(server.url), server.url, { onEvent });
  return { received, ...partsOf(result) };
}

/** Runs a chat without streaming. */
async function complete(message: unknown, reason: unknown = 'stop') {
  const completion = { id: 'x', created: 1, model: 'm', choices: [{ message, finish_reason: reason }] };
  const server = await serve(answerJson(completion));
  return partsOf(await chat(connectionAt(server.url), server.url, undefined, { stream: false }));
}

function partsOf({ value, view }: RunResult) {
  const { choices } = value as { choices: { message: Delta }[] };
  return { message: choices[0]!.message, view: view as Extract<ResultView, { kind: 'text' }> };
}

const call = (index: number, id: string, name: string, given: string) => ({
  tool_calls: [{ index, id, type: 'function', function: { name, arguments: given } }],
});
const more = (index: number, given: string) => ({ tool_calls: [{ index, function: { arguments: given } }] });

describe('W1: reasoning', () => {
  test.each(['reasoning_content', 'reasoning'])('streamed as %s', async (name) => {
    const deltas = [
      { role: 'assistant', content: '' },
      { [name]: 'Six ' },
      { [name]: 'sevens. ' },
      { content: '42' },
    ];
    const { received, message, view } = await streamed(deltas);
    expect(received).toEqual({ reasoning: 'Six sevens. ', text: '42' });
    expect(message).toEqual({ role: 'assistant', content: '42', [name]: 'Six sevens. ' });
    expect(view).toEqual({
      kind: 'text',
      isMarkdown: true,
      text: '42',
      reasoning: 'Six sevens. ',
      finishReason: 'stop',
    });
  });

  test('without an answer has empty text', async () => {
    const { view } = await streamed([{ reasoning: 'Six…' }], { reason: 'length' });
    expect(view).toMatchObject({ text: '', reasoning: 'Six…', finishReason: 'length' });
  });
});

describe('W1: tool calls', () => {
  const weather = { name: 'weather', arguments: { city: 'Paris' } };
  const time = { name: 'time', arguments: { zone: 'CET' } };

  test('streamed alternately are assembled by index', async () => {
    const { message, view } = await streamed(
      [
        call(0, 'a', 'weather', ''),
        call(1, 'b', 'time', '{"zone"'),
        more(0, '{"city":'),
        more(1, ':"CET"}'),
        more(0, '"Paris"}'),
      ],
      { reason: 'tool_calls' },
    );
    expect(message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
        { id: 'b', type: 'function', function: { name: 'time', arguments: '{"zone":"CET"}' } },
      ],
    });
    expect(view).toEqual({
      kind: 'text',
      isMarkdown: true,
      text: '',
      toolCalls: [weather, time],
      finishReason: 'tool_calls',
    });
  });

  test.each([
    ['arguments that are not JSON', { name: 'f', arguments: '{"a":' }, { name: 'f', arguments: '{"a":' }],
    ['arguments as an object', { name: 'f', arguments: { a: 1 } }, { name: 'f', arguments: { a: 1 } }],
    ['no arguments', { name: 'f' }, { name: 'f', arguments: null }],
  ])('%s', async (_what, called, shown) => {
    const { view } = await complete({ content: null, tool_calls: [{ function: called }] });
    expect(view.toolCalls).toEqual([shown]);
  });

  test('of an unknown shape are shown unchanged', async () => {
    const { view } = await complete({ tool_calls: [{ tool: 'f' }, null] });
    expect(view.toolCalls).toEqual([{ tool: 'f' }, null]);
  });

  test('in excess of the maximum end the run', async () => {
    const deltas = Array.from({ length: 129 }, (_, index) => call(index, `${index}`, 'f', '{}'));
    const error = await rejection(streamed(deltas));
    expect(error).toMatchObject({
      name: 'TooLargeError',
      message: 'The answer has more than 128 tool calls',
    });
  });
});

test('W1: fields of the wrong type are ignored', async () => {
  const odd = { reasoning_content: 7, reasoning: { a: 1 }, tool_calls: 'none', content: 'Hello' };
  expect((await streamed([odd])).view).toEqual({
    kind: 'text',
    isMarkdown: true,
    text: 'Hello',
    finishReason: 'stop',
  });
  expect((await complete(odd, 7)).view).toEqual({ kind: 'text', isMarkdown: true, text: 'Hello' });
});

test('W1: an echoed token is redacted in reasoning and tool calls', async () => {
  const [start, end] = [canary.slice(0, 9), canary.slice(9)];
  const escaped = JSON.stringify({ token: canary }).replace('hf_', '\\u0068\\u0066_');
  const { received, message, view } = await streamed([
    { reasoning: `so ${start}` },
    { reasoning: `${end} it is` },
    call(0, 'a', 'f', `{"token":"${start}`),
    more(0, `${end}"}`),
    call(1, 'b', 'f', escaped),
  ]);
  expect(received.reasoning).toBe('so hf_*** it is');
  expect(message['reasoning']).toBe('so hf_*** it is');
  const redacted = { name: 'f', arguments: { token: 'hf_***' } };
  expect(view.toolCalls).toEqual([redacted, redacted]);
  const tool_calls = [{ function: { name: 'f', arguments: escaped } }];
  expect((await complete({ reasoning: canary, tool_calls })).view).toMatchObject({
    reasoning: 'hf_***',
    toolCalls: [redacted],
  });
});
