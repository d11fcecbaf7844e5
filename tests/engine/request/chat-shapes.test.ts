import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ResultView, type RunEvent } from '@tryout/engine';
import { canary, chat, connectionAt, rejection } from '../../support/ask.ts';
import { answerBody, answerEvents, answerJson, serve, type LoopbackServer } from '../../support/loopback.ts';

type Fields = Record<string, unknown>;
type TextView = Extract<ResultView, { kind: 'text' }>;

/** What a model says, whatever the format. */
interface Said {
  readonly reasoning: string;
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Fields }[];
}

/** Answers streamed requests with these events, and others with the choices. */
const answers = { events: [] as readonly Fields[], choices: [] as readonly Fields[] };
let server: LoopbackServer;
beforeEach(async () => {
  server = await serve((received, response) => {
    const isStream = received.body.includes('"stream":true');
    const answer = isStream ? answerEvents(...answers.events) : answerJson({ choices: answers.choices });
    return answer(received, response);
  });
});

/** Runs a chat without streaming. */
async function complete(choices: readonly Fields[]): Promise<TextView> {
  answers.choices = choices;
  const result = await chat(connectionAt(server.url), server.url, undefined, { stream: false });
  return result.view as TextView;
}

/** Streams these events; returns the result with the pieces that were emitted. */
async function streamed(events: readonly Fields[]) {
  answers.events = events;
  const pieces = { text: '', reasoning: '' };
  const onEvent = (event: RunEvent) => {
    if (event.type === 'text' || event.type === 'reasoning') pieces[event.type] += event.text;
    if (event.type === 'restart')
      Object.assign(pieces, { text: '', reasoning: pieces.reasoning + pieces.text });
  };
  const result = await chat(connectionAt(server.url), server.url, { onEvent });
  return { pieces, view: result.view as TextView, value: result.value as { choices: Fields[] } };
}

const word = fc.constantFrom('ha', 'Seven ', 'plus', ' five.', 'é🎈', '\n', '< ', '<b>', '`</think>`', ' th');
const words = fc.array(word, { maxLength: 6 }).map((all) => all.join(''));
/** Servers trim white space around reasoning in tags. */
const edged = words.map((text) => (text.trim() === '' ? '' : `(${text})`));
const said: fc.Arbitrary<Said> = fc.record({
  reasoning: edged,
  text: edged,
  refusal: words.map((text) => text.trim()),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('weather', 'time'),
      arguments: fc.record({ city: fc.constantFrom('Bern', 'Rome "', '{') }),
    }),
    { maxLength: 3 },
  ),
});

/** Where the reasoning is: in a field, in a part, or in tags, of which the first may be missing. */
const place = fc.constantFrom(
  'reasoning',
  'reasoning_content',
  'thinking',
  'both names',
  'thinking part',
  'nested part',
  'reasoning part',
  'think tags',
  'closing tag',
);
const textShape = fc.constantFrom('text', 'text part', 'output_text', 'nested list', 'unknown part');
const callShape = fc.constantFrom('text', 'object');
const holder = fc.constantFrom('delta', 'message');
type Shape = readonly [place: string, text: string, call: string];

function reasoningFields(reasoning: string, at: string): Fields {
  if (reasoning === '') return {};
  if (at === 'both names') return { reasoning, reasoning_content: reasoning };
  if (at === 'thinking part') return { content: [{ type: 'thinking', thinking: reasoning }] };
  if (at === 'nested part')
    return { content: [{ type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }] };
  if (at === 'reasoning part')
    return { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }] }] };
  return { [at]: reasoning };
}

function textFields(text: string, shape: string): Fields {
  if (text === '') return {};
  if (shape === 'text') return { content: text };
  if (shape === 'nested list') return { content: [[{ type: 'text', text: [{ text }] }]] };
  return { content: [{ type: shape === 'text part' ? 'text' : shape, text }] };
}

const inTags = (at: string) => at === 'think tags' || at === 'closing tag';

/** The text with reasoning in tags before it. */
function taggedText({ reasoning, text }: Said, at: string): string {
  if (reasoning === '' || !inTags(at)) return text;
  return `${at === 'think tags' ? '<think>' : ''}${reasoning}</think>\n\n${text}`;
}

function callOf({ name, arguments: given }: Said['calls'][number], index: number, shape: string): Fields {
  return {
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: shape === 'object' ? given : JSON.stringify(given) },
  };
}

/** The complete message. */
function messageOf(one: Said, [at, shape, call]: Shape): Fields {
  const reasoning = inTags(at) ? {} : reasoningFields(one.reasoning, at);
  const { content: first } = reasoning;
  const { content: second } = textFields(taggedText(one, at), shape);
  const list = (content: unknown) => (content === undefined ? [] : [content].flat());
  const content = first === undefined ? (second ?? null) : [...list(first), ...list(second)];
  return {
    role: 'assistant',
    ...reasoning,
    content,
    refusal: one.refusal === '' ? null : one.refusal,
    tool_calls: one.calls.map((each, index) => callOf(each, index, call)),
  };
}

const cut = (text: string, cuts: readonly number[]) => {
  const points = [...new Set([0, ...cuts.map((at) => at % (text.length + 1)), text.length])];
  points.sort((a, b) => a - b);
  return points.slice(1).map((to, index) => text.slice(points[index], to));
};

/** The message in pieces. */
function piecesOf(one: Said, [at, shape, call]: Shape, cuts: readonly number[]): Fields[] {
  const tagged = inTags(at);
  return [
    { role: 'assistant', content: '' },
    ...(tagged ? [] : cut(one.reasoning, cuts).map((piece) => reasoningFields(piece, at))),
    ...cut(taggedText(one, at), cuts).map((piece) => textFields(piece, shape)),
    ...cut(one.refusal, cuts).map((refusal) => ({ refusal })),
    ...one.calls.flatMap((each, index) => {
      const whole = callOf(each, index, call);
      if (call === 'object') return [{ tool_calls: [whole] }];
      const { name, arguments: given } = whole['function'] as { name: string; arguments: string };
      return [
        { tool_calls: [{ ...whole, function: { name, arguments: '' } }] },
        ...cut(given, cuts).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ];
    }),
  ];
}

const expected = ({ reasoning, text, refusal, calls }: Said) => ({
  text,
  reasoning: reasoning || undefined,
  refusal: refusal || undefined,
  toolCalls: calls.length === 0 ? undefined : calls,
  finishReason: 'stop',
});

async function expectSameReading(numRuns: number): Promise<void> {
  const shapes = fc.tuple(place, textShape, callShape);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(said, said),
      shapes,
      holder,
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.infiniteStream(fc.boolean()),
      async (both, shape, name, cuts, turns) => {
        const queues = both.map((one, index) =>
          [...piecesOf(one, shape, cuts), undefined].map((piece) => ({
            choices: [{ index, [name]: piece ?? {}, finish_reason: piece ? '' : 'stop' }],
          })),
        );
        const events: Fields[] = [];
        while (queues.some((queue) => queue.length > 0)) {
          const [next, other] = turns.next().value ? queues : [queues[1], queues[0]];
          events.push((next!.shift() ?? other!.shift())!);
        }
        const { pieces, view } = await streamed(events);
        const choices = both.map((one, index) => ({
          index,
          message: messageOf(one, shape),
          finish_reason: 'stop',
        }));
        const whole = await complete(choices.toReversed());
        for (const read of [view, whole]) {
          expect(read).toMatchObject(expected(both[0]));
          expect(read.otherAnswers).toMatchObject([expected(both[1])]);
          expect(read.otherParts).toBeUndefined();
        }
        expect(pieces).toEqual({ text: both[0].text, reasoning: both[0].reasoning });
      },
    ),
    { numRuns },
  );
}

test('R1, R2, R3, R4: every shape and split of the same answers, streamed and complete, reads the same', () =>
  expectSameReading(25));
test('R1, R2, R3, R4: more shapes and splits', { tags: ['nightly'] }, () => expectSameReading(200));

const delta = (piece: unknown, more: Fields = {}) => ({ choices: [{ index: 0, delta: piece, ...more }] });
const stop = delta({}, { finish_reason: 'stop' });

describe('R2: tool calls', () => {
  const weather = (city: string) => ({ name: 'weather', arguments: { city } });
  const call = (more: Fields, name?: string, given?: unknown) =>
    delta({ tool_calls: [{ ...more, function: { name, arguments: given } }] });
  test.each<[string, Fields[], unknown[]]>([
    ['an object in one piece', [call({ index: 0, id: 'a' }, 'weather', { city: 'Bern' })], [weather('Bern')]],
    [
      'the same index with other IDs',
      [
        call({ index: 0, id: 'a' }, 'weather', '{"city":'),
        call({ index: 0 }, undefined, '"Bern"}'),
        call({ index: 0, id: 'b' }, 'weather', '{"city":"Rome"}'),
      ],
      [weather('Bern'), weather('Rome')],
    ],
    [
      'neither index nor ID',
      [call({}, 'weather', { city: 'Bern' }), call({}, 'weather', { city: 'Rome' })],
      [weather('Bern'), weather('Rome')],
    ],
    [
      'an empty object, then text',
      [call({ index: 0, id: 'a' }, 'weather', {}), call({ index: 0 }, undefined, '{"city":"Bern"}')],
      [weather('Bern')],
    ],
    [
      'IDs that alternate',
      [
        call({ id: 'a' }, 'weather', '{"city":'),
        call({ id: 'b' }, 'weather', '{"city":"Rome'),
        call({ id: 'a' }, undefined, '"Bern"}'),
        call({ id: 'b' }, undefined, '"}'),
      ],
      [weather('Bern'), weather('Rome')],
    ],
    [
      'function_call in pieces',
      [
        delta({ function_call: { name: 'weather', arguments: '{"city"' } }),
        delta({ function_call: { arguments: ':"Bern"}' } }),
      ],
      [weather('Bern')],
    ],
  ])('with %s', async (_what, events, calls) => {
    expect((await streamed([...events, stop])).view.toolCalls).toEqual(calls);
  });
});

describe('R1: what is not text', () => {
  const image = { type: 'image_url', image_url: { url: 'https://files.test/1.png' } };
  test.each<[string, Fields, unknown]>([
    ['an image part', { content: [{ type: 'text', text: 'Look' }, image] }, [image]],
    [
      'an unknown part',
      { content: [{ type: 'chart', points: [1, 2] }] },
      [{ type: 'chart', points: [1, 2] }],
    ],
    ['an unknown field alone', { content: null, audio: { id: 'a' } }, [{ audio: { id: 'a' } }]],
    ['a number', { content: 12 }, [12]],
  ])('%s is kept in the view and in the JSON', async (_what, message, parts) => {
    const { view, value } = await streamed([delta(message), stop]);
    expect(view.otherParts).toEqual(parts);
    expect(JSON.stringify(value)).toContain(JSON.stringify((parts as unknown[])[0]).slice(1, -1));
    expect((await complete([{ message }])).otherParts).toEqual(parts);
  });

  test('unknown fields of events, choices and messages are kept in the JSON', async () => {
    const { value } = await streamed([
      {
        ...delta({ content: 'one', audio: { data: 'aa' } }, { logprobs: { content: [1] } }),
        citations: ['x'],
      },
      { ...delta({ audio: { data: 'aa' } }, { logprobs: { content: [2] } }), citations: ['x'] },
      stop,
    ]);
    expect(value).toMatchObject({
      citations: ['x'],
      choices: [{ message: { content: 'one', audio: { data: 'aaaa' } }, logprobs: { content: [1, 2] } }],
    });
  });

  test('the complete message after its pieces is not text again', async () => {
    const last = { choices: [{ index: 0, message: { content: 'one two' }, finish_reason: 'stop' }] };
    const { pieces } = await streamed([delta({ content: 'one ' }), delta({ content: 'two' }), last]);
    expect(pieces.text).toBe('one two');
  });

  test('a token that is split over parts and fields is redacted', async () => {
    const [start, end] = [canary.slice(0, 9), canary.slice(9)];
    const content = [
      { type: 'text', text: start },
      { type: 'output_text', text: end },
    ];
    expect((await complete([{ message: { content } }])).text).toBe('hf_***');
    const { pieces, value } = await streamed([
      delta({ refusal: start }),
      delta({ refusal: end, content }),
      stop,
    ]);
    expect(pieces.text).toBe('hf_***');
    expect(JSON.stringify(value.choices[0]!['message'])).toContain('"refusal":"hf_***"');
  });
});

describe('R4: think tags', () => {
  test.each([
    ['unclosed', '<think>Seven plus', { reasoning: 'Seven plus', text: '' }],
    ['empty', '<think>\n\n</think>\n\n12', { reasoning: undefined, text: '12' }],
    [
      'in a sentence',
      'The tags <think> and </think> hide it.',
      { text: 'The tags <think> and </think> hide it.' },
    ],
    ['quoted', 'Close it with `</think>`.', { reasoning: undefined, text: 'Close it with `</think>`.' }],
    ['twice', '<think>a</think><thinking>b</thinking>12', { reasoning: 'ab', text: '12' }],
    ['only closing', 'Seven\n</think>\n12', { reasoning: 'Seven\n', text: '12' }],
  ])('%s', async (_how, content, read) => {
    expect((await complete([{ message: { content } }])).text).toBe(read.text);
    const { pieces, view } = await streamed([...content].map((one) => delta({ content: one })).concat(stop));
    expect(view).toMatchObject(read);
    expect(pieces).toEqual({ text: read.text, reasoning: ('reasoning' in read && read.reasoning) || '' });
  });
});

describe('R1: bounds', () => {
  test('parts nested 100,000 deep end the run without a crash', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const nested = await serve(
      answerBody(`data: {"choices":[{"delta":{"content":${deep}}}]}\n\n`, 200, {
        'Content-Type': 'text/event-stream',
      }),
    );
    const error = await rejection(chat(connectionAt(nested.url), nested.url));
    expect(error.message).toBe('Invalid inference output: a stream event is nested too deeply');
  });

  test('5,000 events of parts, tags and calls are read', async () => {
    const piece = [
      delta({ content: [{ type: 'text', text: 'a<' }] }),
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: 'x' } }] }),
    ];
    const events = Array.from({ length: 5000 }, (_, index) => piece[index % 2]!);
    const { pieces } = await streamed([...events, stop]);
    expect(pieces.text).toHaveLength(5000);
  });

  test('too many choices end the run', async () => {
    const events = Array.from({ length: 129 }, (_, index) => ({
      choices: [{ index, delta: { content: 'a' } }],
    }));
    expect(await rejection(streamed(events))).toMatchObject({ name: 'TooLargeError' });
  });

  test('too many values end the run', { tags: ['nightly'] }, async () => {
    const events = Array.from({ length: 5 }, () => delta({ list: Array.from({ length: 900_000 }, () => 0) }));
    expect(await rejection(streamed(events))).toMatchObject({ name: 'TooLargeError' });
  });
});
