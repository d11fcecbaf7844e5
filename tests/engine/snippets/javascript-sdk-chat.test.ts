import { taskNamed, type Destination, type RunOptions } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { targets, type SnippetCase } from './support/snippet-case.ts';
import { reportsOf } from './support/module-reports.ts';

const model = 'sandbox/plain-assistant';

const asked: Readonly<Record<string, { destination?: Destination; options?: RunOptions; text?: string }>> = {
  'by default': {},
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
  'with flags': { options: { flags: ['no-cache', 'wait', 'no-load'] } },
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

const cases: readonly SnippetCase[] = ['huggingface.js', 'openai'].flatMap((client) =>
  targets.flatMap((place) =>
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

const reports = await reportsOf(cases);

function contentOf(completion: unknown): string {
  const { choices } = completion as { choices: [{ message: { content: string } }] };
  return choices[0].message.content;
}

describe.each(['huggingface.js', 'openai'])('%s', (client) => {
  describe.each(targets)('%s', (place) => {
    test.each(Object.keys(asked))('%s', (how) => {
      const report = reports.get(`${client} ${place} ${how}`);
      expect(report?.reason).toBeUndefined();
      expect(report?.ran?.error).toBeUndefined();
      expect(report?.ran?.posts).toEqual([report?.sent]);
      expect(report?.ran?.stdout).toBe(`${contentOf(report?.result.value)}\n`);
    });
  });
});

test('prints a stream as it arrives', () => {
  for (const client of ['huggingface.js', 'openai']) {
    expect(reports.get(`${client} at the Hub by default`)?.ran?.writes).toBeGreaterThan(3);
    expect(reports.get(`${client} at the Hub not streamed`)?.ran?.writes).toBe(1);
  }
});

test('huggingface.js derives the Hub URL; no snippet contains invisible characters', () => {
  for (const { snippetCase, code = '' } of reports.values()) {
    expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    if (snippetCase.client === 'openai' || snippetCase.place === 'at the sandbox') continue;
    expect(code).toContain('provider: "');
    expect(code).not.toContain('endpointUrl');
  }
});
