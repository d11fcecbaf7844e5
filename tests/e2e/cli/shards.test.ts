import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { sendJson, type ReceivedRequest } from '../../support/loopback.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };

/** A number from 0 to 1 that depends only on the request. */
function chance({ url, body }: ReceivedRequest): number {
  return createHash('sha256').update(url).update(body).digest().readUInt16BE() / 65_536;
}

const withoutTimes = (name: string, value: unknown) =>
  ['median', 'p95', 'throughput', 'cost'].includes(name) ? undefined : value;

const answers = {
  'text-classification': (part: number) => [
    { label: part < 0.6 ? 'good' : 'bad', score: 0.5 + part / 2 },
    { label: part < 0.6 ? 'bad' : 'good', score: 0.5 - part / 2 },
  ],
  summarization: (part: number) => ({
    summary_text: ['a good day', 'a bad day', 'no day'][Math.floor(part * 3)],
  }),
};

test.each(Object.entries(answers))(
  'four shards of a batch give its figures exactly: %s',
  async (task, answer) => {
    const hub = await fakeHub({
      models: [hubModel('org/a', { task }), hubModel('org/b', { task })],
      inference: (received, response) => {
        const part = chance(received);
        if (part < 0.05) sendJson(response, { error: 'broken' }, 400);
        else sendJson(response, answer(part));
      },
    });
    const folder = temporaryFolder();
    const label = (row: number) => (task === 'summarization' ? 'a good day' : row % 3 ? 'good' : 'bad');
    // Some rows are equal, and some have no label.
    const rows = Array.from(
      { length: 90 },
      (_, row) => `text ${row % 80} [MASK],${row % 17 ? label(row) : ''}`,
    );
    writeFileSync(join(folder, 'in.csv'), `text,label\n${rows.join('\n')}\n`);
    const batch = async (name: string, ...words: string[]) => {
      const models = ['-m', 'org/a', '-m', 'org/b'];
      const result = await cli(['batch', task, 'in.csv', ...models, '-o', name, ...words, ...at(hub)], {
        folder,
        environment,
      });
      expect(result.stderr).toMatch(/done|failed/);
      return result.code;
    };
    const report = async (...names: string[]) => {
      const result = await cli(['report', ...names, '--expected', 'label', '--json'], { folder });
      return JSON.parse(result.stdout, withoutTimes) as { metrics: object[]; pairs: object[] };
    };
    expect(await batch('whole.jsonl')).toBe(1);
    for (const index of [3, 1, 4, 2]) await batch(`part-${index}.jsonl`, '--shard', `${index}/4`);
    const whole = await report('whole.jsonl');
    expect(whole).toMatchObject({ rows: 90, missingShards: [] });
    expect(whole.metrics.length).toBeGreaterThanOrEqual(2);
    expect(whole.pairs.length).toBeGreaterThanOrEqual(1);
    expect(await report(...[4, 2, 1, 3].map((index) => `part-${index}.jsonl`))).toEqual(whole);
  },
);

test('D16: a command continues the joined outputs of its shards without a request', async () => {
  const hub = await fakeHub({
    models: [hubModel('org/a')],
    inference: (_received, response) => sendJson(response, [{ label: 'good', score: 1 }]),
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.csv'), 'text\na\nb\na\nc\nb\nd\n');
  const batch = (...words: string[]) =>
    cli(['batch', 'text-classification', 'in.csv', '-m', 'org/a', ...words, ...at(hub)], {
      folder,
      environment,
    });
  for (const index of [1, 2]) await batch('-o', `part-${index}.jsonl`, '--shard', `${index}/2`);
  expect(hub.runs()).toHaveLength(6);
  const parts = [2, 1].map((index) => readFileSync(join(folder, `part-${index}.jsonl`), 'utf8'));
  writeFileSync(join(folder, 'out.jsonl'), parts.join(''));
  const { code } = await batch('-o', 'out.jsonl');
  expect({ code, runs: hub.runs().length }).toEqual({ code: 0, runs: 6 });
  expect(readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n')).toHaveLength(6);
});
