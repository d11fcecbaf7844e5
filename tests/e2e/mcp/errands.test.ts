import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/cli.ts';
import { sharedMcp } from '../../support/mcp.ts';

const folder = temporaryFolder();
cpSync(fileURLToPath(new URL('../../../examples/', import.meta.url)), folder, { recursive: true });
const server = await sharedMcp(['--sandbox', '--no-history'], { folder });

type Call = readonly [tool: string, toolArguments: object];

type Errand = readonly [errand: string, answer: RegExp, first: Call, second?: Call];

const run = (task: string, inputs: unknown, more: object = {}): Call => ['run', { task, inputs, ...more }];
const find = (query: string): Call => ['find_task', { query }];

/**
 * What an agent is asked, what the answer contains, and its calls, which it can write with `tools/list` alone. It makes the
 * second one if the first fails, and what it corrects is in the error.
 */
const errands: readonly Errand[] = [
  [
    'transcribe this file',
    /HELLO WORLD/,
    run('transcribe', { audio: 'morse.wav' }),
    run('asr', { audio: 'morse.wav' }),
  ],
  [
    'write down what the recording says',
    /HELLO WORLD/,
    run('asr', { file: 'morse.wav' }),
    run('asr', { audio: 'morse.wav' }),
  ],
  ['transcribe it', /HELLO WORLD/, run('stt', 'morse.wav'), run('stt', { audio: 'morse.wav' })],
  ['is this review positive', /POSITIVE/, run('sentiment', { text: 'I loved every page of it' })],
  [
    'is review.txt positive',
    /POSITIVE[^]*\nThe text was read from .*review\.txt$/,
    run('text-classification', { text: 'review.txt' }),
  ],
  ['which shapes are in the picture', /red circle/, run('object-detection', { image: 'shapes.png' })],
  ['find the shapes', /red circle/, run('detection', { image: './shapes.png' })],
  [
    'which of these two detects the most objects',
    /"results":\[.*"model":"sandbox\/shape-detector"/,
    [
      'compare',
      {
        task: 'detection',
        models: ['sandbox/shape-detector', 'sandbox/shape-detector:fal-ai'],
        inputs: { image: 'shapes.png' },
      },
    ],
  ],
  ['read the notice', /\w{3}/, run('ocr', { image: 'notice.png' })],
  ['describe the photo', /\w{3}/, run('captioning', { image: 'hills.jpg' })],
  [
    'what is the total on the invoice',
    /\d/,
    run('docqa', { question: 'What is the total?', image: 'invoice.png' }),
  ],
  ['how old is Ann', /31/, run('tableqa', { query: 'How old is Ann?', table: 'people.csv' })],
  [
    'how old is Ann, from data at hand',
    /31/,
    run('table-question-answering', { query: 'How old is Ann?', table: { name: ['Ann'], age: ['31'] } }),
  ],
  [
    'ask the rows',
    /31/,
    run('tableqa', { question: 'How old is Ann?', table: [{ name: 'Ann', age: 31 }] }),
    run('tableqa', { query: 'How old is Ann?', table: [{ name: 'Ann', age: 31 }] }),
  ],
  ['summarize the notes', /summary_text/, run('summarize', { text: '@notes.txt' })],
  ['translate a sentence', /translation_text/, run('translation', { text: 'the cat sleeps' })],
  [
    'draw a red circle',
    /\.png/,
    run('t2i', { prompt: 'a red circle' }),
    run('t2i', { text: 'a red circle' }),
  ],
  ['read it aloud', /\.wav/, run('tts', { text: 'hello' })],
  [
    'is the mail urgent',
    /"labels":\["urgent"/,
    run('zero-shot-classification', { text: 'mail.txt', candidate_labels: ['urgent', 'can wait'] }),
  ],
  [
    'sort the mail',
    /"labels":\["urgent"/,
    run('zero-shot-classification', { text: '@mail.txt', labels: 'urgent, can wait' }),
  ],
  [
    'is it a meadow or a city',
    /meadow/,
    run('zero-shot-image-classification', {
      image: 'meadow.png',
      candidateLabels: ['a green meadow', 'a gray city'],
    }),
  ],
  ['who is mentioned', /entity_group|\[\]/, run('ner', { text: 'Ann lives in Paris.' })],
  [
    'which sentence is similar',
    /\[.*\d/,
    run('similarity', { source_sentence: 'a dog', sentences: ['a cat', 'a dog runs'] }),
  ],
  ['embed this', /\[.*\d/, run('embeddings', { text: 'a dog' })],
  [
    'compute three quarters and an eighth',
    /0\.875/,
    run('chat', { text: 'What is 3/4 + 1/8?' }, { model: 'sandbox/plain-assistant' }),
  ],
  [
    'with a short answer',
    /choices/,
    run(
      'chat',
      { text: 'Hello' },
      { model: 'sandbox/plain-assistant', parameters: { max_tokens: 20, temperature: 0.5 } },
    ),
  ],
  [
    'what is in the picture, with a chat',
    /Three red circles/,
    run('image-text-to-text', { text: 'What is in this image?', image: 'shapes.png', system: 'Be brief.' }),
  ],
  [
    'fill in the word',
    /token_str/,
    ['describe_task', { task: 'fill-mask' }],
    run('fill-mask', { text: 'x' }),
  ],
  ['where is the sky', /label/, run('segmentation', { image: 'hills.jpg' })],
  ['separate the sounds', /-2\.wav/, run('audio-to-audio', { audio: 'drone-and-beeps.flac' })],
  ['how would I transcribe', /automatic-speech-recognition/, find('transcribe a recording')],
  ['is there a model for tables', /table-question-answering/, find('answer a question about a table')],
  [
    'what is the cheapest chat model',
    /"price":\{"input":[\d.]+,"output":[\d.]+\}/,
    ['find_models', { task: 'chat' }],
  ],
];

const doErrand = async ({ errand: [, answer, first, second] }: { errand: Errand }) => {
  let result = await server.call(...first);
  if (result.isError || (second && first[0] === 'describe_task')) {
    expect([result.text, second !== undefined]).toEqual([result.text, true]);
    const { example } = (result.structuredContent ?? {}) as { example?: object };
    result = await (example ? server.call('run', example) : server.call(...second!));
  }
  expect([result.isError, result.text]).toEqual([undefined, expect.stringMatching(answer)]);
};

const named = errands.map((errand) => ({ name: errand[0], errand }));
const readsImages = ({ name }: (typeof named)[0]) => /^(?:read the notice|what is the total)/.test(name);
test.each(named.filter((errand) => !readsImages(errand)))('$name', doErrand);
// Reading text in images takes long.
test.each(named.filter(readsImages))('$name', { tags: ['nightly'] }, doErrand);

test('every error names the next step', async () => {
  const mistakes: readonly (readonly [Call, RegExp])[] = [
    [run('transscribe', {}), /find_task/],
    [run('asr', { file: 'morse.wav' }), /automatic-speech-recognition takes audio \(path of an audio file\)/],
    [run('asr', {}), /Missing input 'audio'.*takes audio/],
    [run('asr', { audio: 'hills.jpg' }), /it is image\/jpeg.*WAV/],
    [run('asr', { audio: 'missing.wav' }), /File not found.*relative to/],
    [run('sentiment', { text: 'x' }, { model: 'sandbox/nothing' }), /not found.*find_models/],
    [run('sentiment', { text: 'x' }, { provider: 'nobody' }), /nobody.*\./],
    [run('sentiment', { text: 'x' }, { parameters: { top_k: 'many' } }), /top_k must be an integer/],
    [['run', { task: 'asr' }], /Missing argument 'inputs'.*run takes/],
    [['run', { task: 'asr', image: 'x' }], /Unknown argument 'image'.*run takes/],
    [['find_models', {}], /Missing argument 'task'/],
    [['find_models', { task: 'asr', limit: 1e9 }], /limit must be an integer from 1 to 50/],
    [['compare', { task: 'chat', models: ['one'], inputs: {} }], /models must be a list of 2 to 8/],
  ];
  for (const [call, message] of mistakes) {
    const result = await server.call(...call);
    expect([call, result.isError, result.text]).toEqual([call, true, expect.stringMatching(message)]);
  }
  expect(server.problems).toEqual([]);
});
