import { taskNamed, type Destination, type RunOptions } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { places, type Claim } from './support/claim.ts';
import { proofsOf } from './support/prove-modules.ts';

const model = 'sandbox/plain-assistant';

const asked: Readonly<Record<string, { destination?: Destination; options?: RunOptions; text?: string }>> = {
  'as it is': {},
  'not streamed': { options: { stream: false } },
  'with parameters': {
    options: {
      parameters: [
        { name: 'temperature', place: 'body', value: 0.5 },
        { name: 'stop', place: 'body', value: ['"', "it's", '${x}', '\u202e'] },
      ],
    },
  },
  'for an organization': { options: { billTo: 'an-organization' } },
  'not streamed, for an organization': { options: { stream: false, billTo: 'an-organization' } },
  'with a policy': { destination: { model: `${model}:fastest` } },
  'at hf-inference': { destination: { provider: 'hf-inference' } },
  'at hf-inference, not streamed': { destination: { provider: 'hf-inference' }, options: { stream: false } },
  'at groq': { destination: { provider: 'groq' } },
  'at groq, not streamed, for an organization': {
    destination: { provider: 'groq' },
    options: { stream: false, billTo: 'an-organization' },
  },
  'about a hostile text': {
    text: '`"; process.exit(3) //${process.exit(4)}\\\'\n\r\t\u0000\u0007\u001b[2J\u2028\u202e\ud800 🙂',
    options: { stream: false },
  },
};

const claims: readonly Claim[] = ['huggingface.js', 'openai'].flatMap((client) =>
  places.flatMap((place) =>
    Object.entries(asked).map(([how, { destination, options, text }]) => ({
      name: `${client} ${place} ${how}`,
      task: taskNamed('text-generation'),
      client,
      place,
      destination: { model, ...destination },
      ...(options === undefined ? {} : { options }),
      ...(text === undefined ? {} : { values: { text } }),
    })),
  ),
);

const proofs = await proofsOf(claims);

/** The text of a chat completion. */
function contentOf(completion: unknown): string {
  const { choices } = completion as { choices: [{ message: { content: string } }] };
  return choices[0].message.content;
}

describe.each(['huggingface.js', 'openai'])('%s', (client) => {
  describe.each(places)('%s', (place) => {
    test.each(Object.keys(asked))('%s', (how) => {
      const proof = proofs.get(`${client} ${place} ${how}`);
      expect(proof?.reason).toBeUndefined();
      expect(proof?.ran?.error).toBeUndefined();
      expect(proof?.ran?.posts).toEqual([proof?.sent]);
      expect(proof?.ran?.stdout).toBe(`${contentOf(proof?.result.value)}\n`);
    });
  });
});

test('a stream is printed in pieces, as it comes', () => {
  for (const client of ['huggingface.js', 'openai']) {
    expect(proofs.get(`${client} at the Hub as it is`)?.ran?.writes).toBeGreaterThan(3);
    expect(proofs.get(`${client} at the Hub not streamed`)?.ran?.writes).toBe(1);
  }
});

test('on the Hub huggingface.js finds the address by itself, and nothing unseen stands in any code', () => {
  for (const { claim, code = '' } of proofs.values()) {
    expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    if (claim.client === 'openai' || claim.place === 'at the sandbox') continue;
    expect(code).toContain('provider: "');
    expect(code).not.toContain('endpointUrl');
  }
});
