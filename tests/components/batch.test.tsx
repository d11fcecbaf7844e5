import type { BatchLine } from '@tryout/engine';
import { expect, test } from 'vitest';
import { createDownload } from '../../packages/web/src/state/batch/batch-output.ts';
import { openBatches, removeBatch } from '../../packages/web/src/state/stored/batches.ts';

const createLine = (row: number): BatchLine => ({
  key: `${row.toString(16).padStart(64, '0')}-1`,
  row,
  task: 'text-classification',
  input: { text: `Row ${row}` },
  columns: {},
  model: 'sandbox/vader-sentiment',
  value: [{ label: 'POSITIVE', score: 1 }],
});

// They are read 500 at a time.
test.each([0, 500, 501])('a download has each of %d stored lines once, in order', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  const store = (await openBatches()).transaction('lines', 'readwrite');
  for (const batch of [`of-${count}`, `other-${count}`])
    for (const row of rows.toReversed()) void store.store.put({ batch, line: createLine(row) });
  await store.done;
  const text = await (await createDownload(`of-${count}`, 'jsonl', '')).text();
  const lines = text.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => (JSON.parse(line) as BatchLine).row)).toEqual(rows);
  for (const batch of ['of', 'other']) await removeBatch(`${batch}-${count}`);
  expect(await (await createDownload(`of-${count}`, 'jsonl', '')).text()).toBe('');
});
