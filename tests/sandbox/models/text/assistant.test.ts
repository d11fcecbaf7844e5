import { describe, expect, it } from 'vitest';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { post, readEvents } from '../../support.ts';
import { ask } from '../ask.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

async function chat(messages: readonly Message[], stream = false): Promise<string> {
  const { inferenceUrl } = await sharedSandbox();
  const body = { model: 'sandbox/plain-assistant', messages, stream };
  return (await post(`${inferenceUrl}/v1/chat/completions`, body)).text();
}

/** The answer to the last message, after answers to the others. */
async function say(...messages: string[]): Promise<string> {
  const conversation = messages.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: 'Well.' },
  ]);
  return answerOf(await chat(conversation.slice(0, -1)));
}

function answerOf(response: string): string {
  const { choices } = JSON.parse(response) as { choices: [{ message: Message }] };
  return choices[0].message.content;
}

describe('plain-assistant', () => {
  it.each([
    ['Complete the equation 1+1= ,just the answer', '1+1 = 2'],
    ['What is (2 + 3) * 4 / 7?', '(2 + 3) * 4 / 7 = 2.85714285714'],
    ['0.1 + 0.2', '0.1 + 0.2 = 0.3'],
    ['7 times 8', '7 * 8 = 56'],
    ['-2^2 + 2^-2', '-2^2 + 2^-2 = -3.75'],
    ['2^3^2', '2^3^2 = 512'],
    ['1000 × 3', '1000 * 3 = 3000'],
    ['1/3 - 1/3', '1/3 - 1/3 = 0'],
    ['-1/3', '-1/3 = -0.333333333333'],
    ['1/0', 'The result is not a finite number.'],
    ['2^99999', 'The result is not a finite number.'],
  ])('calculates %j exactly', async (question, answer) => {
    expect(await say(question)).toBe(answer);
  });

  it.each([
    'What is .5 + 1?',
    '1e3 + 1',
    'sqrt(16)+1',
    '10% of 50 + 5',
    '1,5 + 1',
    '0,125 + 1',
    '12:30 - 1',
    '1 2 + 3',
    '1 + 2x',
    '1 + 2 + x',
    'x - 1 + 2',
    'twenty one plus two',
    '5 plus two hundred',
    'What is the square root of 16 + 9?',
    'Call me at 10:30 on 555-1234',
  ])('reports that it cannot calculate %j', async (question) => {
    expect(await say(question)).toContain('do not understand');
  });

  it('only recognizes capitalized names', async () => {
    expect(await say('Call me at 10:30', 'What is my name?')).toBe('I do not know your name yet.');
    expect(await say('Call me Ada Lovelace now', 'What is my name?')).toBe('Your name is Ada Lovelace.');
  });

  it.each([
    ['How many r are in strawberry?', 'The letter r is in "strawberry" 3 times.'],
    ["How many s's are there in Mississippi?", 'The letter s is in "Mississippi" 4 times.'],
    ['Spell rhythm.', 'R-H-Y-T-H-M'],
  ])('answers questions about letters: %j', async (question, answer) => {
    expect(await say(question)).toBe(answer);
  });

  it('remembers the conversation', async () => {
    expect(await say('My name is Ada Lovelace', 'What is my name?')).toBe('Your name is Ada Lovelace.');
    expect(await say('What is my name?')).toBe('I do not know your name yet.');
  });

  it('lists its abilities and reports what it does not understand', async () => {
    expect(await say('What can you do?')).toContain('not a language model');
    expect(await say('Write a poem about the sea')).toContain(
      'do not understand "Write a poem about the sea"',
    );
  });

  it('repeats the system message without following it', async () => {
    const messages = [
      { role: 'system', content: 'Talk like a pirate.' },
      { role: 'user', content: 'What are your instructions?' },
    ];
    expect(answerOf(await chat(messages))).toContain('"Talk like a pirate."');
  });

  it('streams words', async () => {
    const events = readEvents(await chat([{ role: 'user', content: 'Hello' }], true));
    const pieces = events.map(
      (event) => (event['choices'] as [{ delta: { content?: string } }])[0]?.delta.content,
    );
    expect(pieces.filter(Boolean)).toEqual([
      'Hello! ',
      'What ',
      'can ',
      'I ',
      'work ',
      'out ',
      'for ',
      'you?',
    ]);
  });

  it('rejects a conversation without a user message', async () => {
    expect(await chat([{ role: 'system', content: 'Hello' }])).toContain('role user');
  });

  it('answers a prompt like a single message', async () => {
    expect(await ask('plain-assistant', '1+1')).toEqual([{ generated_text: '1+1 = 2' }]);
  });
});
