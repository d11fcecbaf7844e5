import { describe, expect, it } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { echoChat, pixelPainter, post, readEvents, sandboxFor } from '../support.ts';

const messages = [{ role: 'user', content: 'one two three four' }];

const { inferenceUrl } = await recordingSandbox({ models: [echoChat, pixelPainter] });

interface Choice {
  delta: {
    role?: string;
    content?: string;
    tool_calls?: { function: { name?: string; arguments: string } }[];
  };
  finish_reason: string | null;
}

it('returns a complete response with usage', async () => {
  const response = await post(`${inferenceUrl}/v1/chat/completions`, { model: 'test/echo', messages });
  expect(response.headers.get('x-inference-provider')).toBe('hf-inference');
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^chatcmpl-/) as unknown,
    object: 'chat.completion',
    created: expect.any(Number) as unknown,
    model: 'test/echo',
    system_fingerprint: 'tryout-sandbox',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'one two three four' },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 4, completion_tokens: 4, total_tokens: 8 },
  });
});

it('streams chunks, a finish reason, optional usage, and [DONE]', async () => {
  const url = `${inferenceUrl}/hf-inference/models/test/echo/v1/chat/completions`;
  const body = { messages, stream: true, stream_options: { include_usage: true } };
  const response = await post(url, body);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const text = await response.text();
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  const events = readEvents(text);
  const choices = events.flatMap((event) => event['choices'] as Choice[]);
  expect(choices.map((choice) => choice.delta.content ?? '').join('')).toBe('one two three four');
  expect(choices.at(-1)?.finish_reason).toBe('stop');
  expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 8 } });
  const without = readEvents(await (await post(url, { messages, stream: true })).text());
  expect(without.some((event) => 'usage' in event)).toBe(false);
});

it.each([
  [2, 'one two ', 'length'],
  [4, 'one two three four', 'stop'],
])('applies max_tokens %i', async (maxTokens, content, reason) => {
  const body = { model: 'test/echo', messages, max_tokens: maxTokens };
  const completion: unknown = await (await post(`${inferenceUrl}/v1/chat/completions`, body)).json();
  expect(completion).toMatchObject({ choices: [{ message: { content }, finish_reason: reason }] });
});

it.each([
  ['test/echo', 'hf-inference'],
  ['test/echo:fastest', 'hf-inference'],
  ['test/echo:cheapest', 'hf-inference'],
  ['test/echo:preferred', 'hf-inference'],
  ['test/echo:groq', 'groq'],
])('routes %s to %s', async (model, provider) => {
  const url = `${inferenceUrl}/v1/chat/completions`;
  const response = await post(url, { model, messages, max_tokens: 1 });
  expect(response.headers.get('x-inference-provider')).toBe(provider);
  const { usage } = (await response.json()) as { usage: { estimated_cost?: number } };
  // 4 tokens in, 1 out.
  const cost = provider === 'groq' ? (4 * 0.05 + 0.08) / 1e6 : undefined;
  expect(usage.estimated_cost).toBe(cost);
});

it.each([
  ['test/echo:auto', 400],
  ['test/echo:unknown', 400],
  ['test/none', 400],
  ['sandbox/unserved-question-mark', 400],
  ['test/pixel', 422],
  [7, 400],
])('rejects the model %s', async (model, status) => {
  const response = await post(`${inferenceUrl}/v1/chat/completions`, { model, messages });
  expect(response.status).toBe(status);
  const answer = (await response.json()) as { error: unknown };
  if (status === 422) {
    expect(answer).toEqual({ error: 'Template error: template not found', error_type: 'template_error' });
  } else {
    expect(answer.error).toBeTruthy();
  }
});

it.each([
  [{ messages: [] }, '`messages` must be a list with at least one message.'],
  [{ messages: ['hi'] }, '`messages[0]` must be an object.'],
  [{ messages: [{ content: 'hi' }] }, '`messages[0].role` must be a string.'],
  [
    { messages: [{ role: 'user', content: 7 }] },
    '`messages[0].content` must be a string or a list of parts.',
  ],
  [{ messages, max_tokens: 0 }, '`max_tokens` must be a positive integer.'],
  [{ messages, temperature: 'hot' }, '`parameters.temperature` must be a number from 0 to 2.'],
])('reports an invalid request: %j', async (body, error) => {
  const response = await post(`${inferenceUrl}/v1/chat/completions`, { model: 'test/echo', ...body });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error });
});

it('joins the text parts of a message', async () => {
  const content = ['a ', 'b'].map((text) => ({ type: 'text', text }));
  const body = { model: 'test/echo', messages: [{ role: 'user', content }] };
  const completion: unknown = await (await post(`${inferenceUrl}/v1/chat/completions`, body)).json();
  expect(completion).toMatchObject({ choices: [{ message: { content: 'a b' } }] });
});

describe('reasoning and tools of the plain assistant', () => {
  const weather = {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather of a city',
      parameters: { properties: { city: { type: 'string' } } },
    },
  };
  const ask = async (content: string, more: object, model = 'sandbox/plain-assistant') => {
    const body = { model, messages: [{ role: 'user', content }], ...more };
    return post(`${inferenceUrl}/v1/chat/completions`, body);
  };

  it.each([
    ['sandbox/plain-assistant', 'reasoning_content'],
    ['sandbox/plain-assistant:groq', 'reasoning'],
  ])('%s sends its reasoning as %s', async (model, name) => {
    const answer: unknown = await (await ask('2 + 3 * 4', { reasoning_effort: 'low' }, model)).json();
    expect(answer).toMatchObject({
      choices: [
        {
          message: {
            content: '2 + 3 * 4 = 14',
            [name]: expect.stringMatching(/Arithmetic\? Yes\.\n3 \* 4 = 12\n2 \+ 12 = 14$/) as unknown,
          },
        },
      ],
    });
  });

  it('streams reasoning before the answer', async () => {
    const response = await ask('How many r are in strawberry?', { reasoning_effort: 'high', stream: true });
    const deltas = readEvents(await response.text()).flatMap((event) =>
      (event['choices'] as { delta: Record<string, string> }[]).map(({ delta }) => delta),
    );
    const reasoning = deltas.map((delta) => delta['reasoning_content'] ?? '').join('');
    expect(reasoning).toMatch(/s-t-r-a-w-b-e-r-r-y: r at 3, 8, 9$/);
    const kinds = deltas.map((delta) => ('reasoning_content' in delta ? 'r' : delta['content'] ? 'c' : ''));
    expect(kinds.join('')).toMatch(/^r+c+$/);
  });

  it('calls the tool that the message names, in pieces if streamed', async () => {
    const more = { tools: [weather], stream: true };
    const events = readEvents(await (await ask('The weather in Paris?', more)).text());
    const choices = events.flatMap((event) => event['choices'] as Choice[]);
    const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, type: 'function', function: { name: 'get_weather' } });
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.map((call) => call.function.arguments).join('')).toBe('{"city":"Paris"}');
    expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
  });

  it('answers without a tool call if no tool matches or tool_choice is none', async () => {
    for (const [content, more] of [
      ['1 + 1', { tools: [weather] }],
      ['The weather is 1 + 1', { tools: [weather], tool_choice: 'none' }],
    ] as const) {
      const answer: unknown = await (await ask(content, more)).json();
      expect(answer).toMatchObject({
        choices: [{ message: { content: '1 + 1 = 2' }, finish_reason: 'stop' }],
      });
    }
  });

  it('reports invalid tools', async () => {
    const response = await ask('Hello', { tools: [{}] });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'Each of `tools` must be a function with a name.' });
  });
});

it('stops the model when the client disconnects', async () => {
  const left = new Promise<void>((resolve) => {
    void (async () => {
      const endless = {
        ...echoChat,
        *chat() {
          try {
            for (;;) yield 'on ';
          } finally {
            resolve();
          }
        },
      };
      const { inferenceUrl: url } = await sandboxFor({ models: [endless] });
      const controller = new AbortController();
      const body = { model: 'test/echo', messages, stream: true };
      const response = await post(`${url}/v1/chat/completions`, body, {}, controller.signal);
      await response.body?.getReader().read();
      controller.abort();
    })();
  });
  await left;
});
