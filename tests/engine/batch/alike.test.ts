import { findCandidates, runBatch, taskNamed } from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionTo } from '../../support/ask.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { answerJson } from '../../support/loopback.ts';
import { memoryJournal, sourceOf } from './support.ts';

test('E17: the first rows that all fail alike stop a batch, also if the 20th is written with another one', async () => {
  const hub = await fakeHub({ inference: answerJson({ error: 'no' }, 422) });
  const connection = connectionTo({ hubUrl: hub.url, inferenceUrl: hub.url });
  const task = taskNamed('text-classification');
  const candidates = await findCandidates(connection, task, [{ model: 'org/model' }], 2);
  const rows = Array.from({ length: 60 }, (_, row) => ({ text: `row ${row}` }));
  const journal = memoryJournal();
  let pending: (() => void)[] = [];
  const flush = () => {
    for (const resolve of pending) resolve();
    pending = [];
  };
  const summary = await runBatch(
    { task, candidates, sources: [sourceOf(...rows)], run: {}, concurrency: 2 },
    {
      ...journal,
      // The first line alone, then two at a time: 1, 3, 5, …, 19, 21.
      append: (line) =>
        new Promise((resolve) => {
          pending.push(resolve);
          if (journal.lines.push(line) % 2 === 1) flush();
          // The last line may have no partner.
          else if (journal.lines.length > 21) setImmediate(flush);
        }),
    },
  );
  expect(summary.stop?.reason).toBe('alike');
  expect(hub.runs().length).toBeLessThan(30);
});
