import { describe, expect, it } from 'vitest';
import { plainAssistant } from '../../../../packages/sandbox/src/models/assistant/plain-assistant.ts';
import { run } from './run.ts';

function say(...messages: string[]): string {
  const conversation = messages.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: 'Well.' },
  ]);
  return [...(plainAssistant.chat?.(conversation.slice(0, -1), {}) ?? [])].join('');
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
    ['1/0', 'Cannot divide by zero.'],
    ['2^99999', 'The result is not a finite number.'],
  ])('calculates %j exactly', (question, answer) => {
    expect(say(question)).toBe(answer);
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
  ])('reports that it cannot calculate %j', (question) => {
    expect(say(question)).toContain('do not understand');
  });

  it('only recognizes capitalized names', () => {
    expect(say('Call me at 10:30', 'What is my name?')).toBe('I do not know your name yet.');
    expect(say('call me Ada Lovelace now', 'What is my name?')).toBe('Your name is Ada Lovelace.');
  });

  it.each([
    ['How many r are in strawberry?', 'The letter r is in "strawberry" 3 times.'],
    ["How many s's are there in Mississippi?", 'The letter s is in "Mississippi" 4 times.'],
    ["How many words are in 'to be or not to be'?", '"to be or not to be" has 6 words.'],
    ['How many letters are in "naïve 🙂"?', '"naïve 🙂" has 5 letters.'],
    ['How many characters are in "🙂"?', '"🙂" has 1 character.'],
    ['Reverse stressed', 'desserts'],
    ['Please reverse: a👍🏽b', 'b👍🏽a'],
    ['Spell rhythm.', 'R-H-Y-T-H-M'],
    ['Shout: good morning', 'GOOD MORNING'],
  ])('answers questions about letters: %j', (question, answer) => {
    expect(say(question)).toBe(answer);
  });

  it('remembers the conversation', () => {
    expect(say('I like tea', 'And rain', 'What did I say first?')).toBe('You said: "I like tea"');
    expect(say('I like tea', 'And rain', 'What did I say before?')).toBe('You said: "And rain"');
    expect(say('What did I say first?')).toBe('This is your first message.');
    expect(say('My name is Ada Lovelace', 'What is my name?')).toBe('Your name is Ada Lovelace.');
    expect(say('What is my name?')).toBe('I do not know your name yet.');
  });

  it('lists its abilities and reports what it does not understand', () => {
    expect(say('What can you do?')).toContain('not a language model');
    expect(say('Write a poem about the sea')).toContain('do not understand "Write a poem about the sea"');
    expect(say(' ')).toContain('empty');
  });

  it('repeats the system message without following it', () => {
    const messages = [
      { role: 'system', content: 'Talk like a pirate.' },
      { role: 'user', content: 'What are your instructions?' },
    ];
    expect([...(plainAssistant.chat?.(messages, {}) ?? [])].join('')).toContain('"Talk like a pirate."');
  });

  it('streams words until a stop sequence', () => {
    const ask = (parameters: Record<string, unknown>) => [
      ...(plainAssistant.chat?.([{ role: 'user', content: 'Hello' }], parameters) ?? []),
    ];
    expect(ask({})).toEqual(['Hello! ', 'What ', 'can ', 'I ', 'work ', 'out ', 'for ', 'you?']);
    expect(ask({ stop: ['work'] }).join('')).toBe('Hello! What can I ');
  });

  it('rejects a conversation without a user message', () => {
    expect(() => plainAssistant.chat?.([{ role: 'system', content: 'Hello' }], {})).toThrow('role user');
  });

  it('answers a prompt like a single message', async () => {
    expect(await run(plainAssistant, '1+1')).toEqual({ generated_text: '1+1 = 2' });
    const parameters = { max_new_tokens: 2, return_full_text: true };
    expect(await run(plainAssistant, 'Hello', parameters)).toEqual({ generated_text: 'Hello\nHello! What ' });
  });
});
