import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

/** What begins a formula in a spreadsheet, which may skip white space before it. */
const starts = [...'=+-@＝＋－＠'].flatMap((sign) => [sign, `\t${sign}`, `\r${sign}`]);
const texts = starts.map((start) => `${start}SUM(1)`);

/** Cells that a spreadsheet would run, in whatever way it splits the text. */
const formulas = (text: string) =>
  text
    .split(/[\t\r\n,;]/)
    .filter((cell) => /^["\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) && Number.isNaN(Number(cell)));

/** The output of a batch whose models have the texts as names. */
function batchOutput(): string {
  const task = 'text-classification';
  const lines = texts.map((model, index) => ({
    ...{ key: `k${index}`, row: 1, task, input: { text: 'a' }, columns: { label: 'yes' } },
    ...{ model, provider: 'p', seconds: 1, cost: null, value: [{ label: 'yes', score: 1 }] },
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Whatever writes tables that spreadsheets open. */
const writers: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  'a report in a pipe': async (folder) =>
    (await cli(['report', 'out.jsonl', '--expected', 'label'], { folder })).stdout,
  'report -o .csv': async (folder) => {
    await cli(['report', 'out.jsonl', '--expected', 'label', '-o', 'a.csv'], { folder });
    return readFileSync(join(folder, 'a.csv'), 'utf8');
  },
  'run -o .tsv, labels': async (folder) => {
    const server = await serve(answerJson(texts.map((label) => ({ label, score: 0.5 }))));
    await cli(['run', 'sentiment', 'x', '-o', 'a.tsv', '--endpoint-url', server.url], { folder });
    return readFileSync(join(folder, 'a.tsv'), 'utf8');
  },
  'run -o .tsv, words': async (folder) => {
    const server = await serve(answerJson(texts.map((word) => ({ entity_group: 'A', word, score: 0.5 }))));
    await cli(['run', 'ner', 'x', '-o', 'a.tsv', '--endpoint-url', server.url], { folder });
    return readFileSync(join(folder, 'a.tsv'), 'utf8');
  },
};

test.each(Object.entries(writers))('%s has no formula', async (_name, write) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'out.jsonl'), batchOutput());
  const text = await write(folder);
  expect(text.match(/SUM\(1\)/g)!.length).toBeGreaterThanOrEqual(texts.length);
  expect(formulas(text)).toEqual([]);
});
