import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { failureIn, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const report = (...words: string[]) => cliInProcess(['report', ...words], { folder });

/** Writes the output of a batch with two models, of which the first is right more often. */
function writeBatch(name: string, rows: number, shard?: { index: number; count: number }): void {
  const lines = ['org/good', 'org/bad'].flatMap((model, index) =>
    Array.from({ length: rows }, (_, at) => at + 1)
      .filter((row) => shard === undefined || (row - shard.index) % shard.count === 0)
      .map((row) => ({
        key: `${model}-${row}`,
        row,
        task: 'text-classification',
        ...(shard && { shard: `${shard.index}/${shard.count}` }),
        input: { text: `input ${row}` },
        columns: { label: row % 2 ? 'yes' : 'no' },
        model,
        provider: 'hf-inference',
        seconds: 0.25,
        cost: 0.0001,
        value: [{ label: row % 2 && row % 5 >= 2 * index ? 'yes' : 'no', score: 0.8 }],
      })),
  );
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('prints figures, and says in one sentence what they mean', async () => {
  writeBatch('out.jsonl', 100);
  const { code, stdout, stderr } = await report('out.jsonl', '--expected', 'label');
  expect(code).toBe(0);
  expect(stdout).toContain('org/good,accuracy,1,');
  expect(stderr).toContain('org/good (100.0%) beats org/bad (80.0%) by accuracy');
});

test('the table fits a terminal of 80 columns', async () => {
  writeBatch('out.jsonl', 100);
  const session = inTerminal(['report', 'out.jsonl', '--expected', 'label'], { folder, columns: 80 });
  await session.ended;
  const screen = session.screen();
  expect(screen).toMatch(/MODEL +ACCURACY +MACRO F1/);
  expect(screen).toMatch(/org\/good +100\.0% \(96\.3% to 100\.0%\)/);
  expect(screen).toMatch(/org\/bad +100 +0 +0\.3 s +0\.3 s +about \$0\.01/);
});

test('--json has fractions and null for unknown values', async () => {
  writeBatch('out.jsonl', 2);
  const { stdout } = await report('out.jsonl', '--expected', 'label', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 2,
    missingShards: [],
    metrics: expect.arrayContaining([
      {
        model: 'org/good',
        metric: 'accuracy',
        value: 1,
        low: expect.any(Number),
        high: 1,
        rows: 2,
        failed: 0,
      },
    ]) as unknown,
    pairs: expect.arrayContaining([
      expect.objectContaining({ a: 'org/good', b: 'org/bad', metric: 'accuracy', p: 1 }),
    ]) as unknown,
  });
});

test('four shards give the report of one batch; without one of them, it is named and the exit code is 1', async () => {
  writeBatch('whole.jsonl', 50);
  for (const index of [1, 2, 3, 4]) writeBatch(`${index}.jsonl`, 50, { index, count: 4 });
  const label = ['--expected', 'label', '--json'];
  const whole = await report('whole.jsonl', ...label);
  const joined = await report('4.jsonl', '2.jsonl', '3.jsonl', '1.jsonl', ...label);
  expect(joined).toEqual(whole);
  const { code, stdout, stderr } = await report('1.jsonl', '2.jsonl', '4.jsonl', ...label);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ missingShards: ['3/4'] });
  expect(failureIn(stderr)).toMatchObject({ code: 'MISSING_SHARDS', message: '1 shard missing: 3/4' });
});

test('-o saves each format, and replaces nothing without --force', async () => {
  writeBatch('out.jsonl', 20);
  for (const [name, start] of [
    ['a.json', '{'],
    ['a.csv', 'model,metric'],
    ['a.md', '# Report'],
    ['a.html', '<!doctype html>'],
  ] as const) {
    expect(await report('out.jsonl', '--expected', 'label', '-o', name)).toMatchObject({ code: 0 });
    expect(read(name).startsWith(start)).toBe(true);
  }
  expect(await report('out.jsonl', '-o', 'a.json')).toMatchObject({ code: 2 });
  expect(await report('out.jsonl', '-o', 'a.pdf')).toMatchObject({ code: 2 });
  expect(existsSync(join(folder, 'a.pdf'))).toBe(false);
  expect(await report('out.jsonl', '-o', 'out.jsonl')).toMatchObject({ code: 2 });
});

test('without --expected, the columns are named', async () => {
  writeBatch('out.jsonl', 2);
  const { code, stderr } = await report('out.jsonl');
  expect(code).toBe(0);
  expect(stderr).toContain('Add --expected COLUMN to compute metrics; the columns are text, label.');
});

test('other files are errors, torn and oversized lines are skipped with a note', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'a\nb\n');
  expect(await report('notes.txt')).toMatchObject({ code: 2 });
  expect(await report('absent.jsonl')).toMatchObject({ code: 2 });
  expect(await report('.')).toMatchObject({ code: 2 });
  writeBatch('out.jsonl', 3);
  // A line longer than the limit, without 40 MB of source.
  writeFileSync(
    join(folder, 'torn.jsonl'),
    `${read('out.jsonl')}${' '.repeat(8)}${'x'.repeat(40 * 1024 * 1024)}\n${read('out.jsonl').slice(0, 50)}`,
  );
  const { code, stderr } = await report('torn.jsonl', '--expected', 'label');
  expect(code).toBe(0);
  expect(stderr).toContain('torn.jsonl: 2 unreadable lines skipped.');
});

test('reads standard input', async () => {
  writeBatch('out.jsonl', 10);
  const { code, stdout } = await cliInProcess(['report', '-', '--expected', 'label'], {
    folder,
    input: read('out.jsonl'),
  });
  expect(code).toBe(0);
  expect(stdout).toContain('org/good,accuracy,1,');
});

test('Ctrl-C ends a report', async () => {
  writeBatch('out.jsonl', 3000);
  const interrupted = new Promise((resolve) => setImmediate(resolve));
  const { code, stdout } = await cliInProcess(['report', 'out.jsonl', '--expected', 'label'], {
    folder,
    interrupted,
  });
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
});

test('D6: other names of labels are said with their map, and --map and --answer compare them', async () => {
  const line = (row: number, value: unknown, label: string) => ({
    ...{ key: `k-${row}`, row, task: 'text-generation', model: 'org/model', seconds: 1, cost: null },
    ...{ input: { text: `input ${row}` }, columns: { label }, value },
  });
  const rows = [0, 1, 2, 3].map((row) =>
    line(row + 1, { name: `LABEL_${row % 2}`, why: 'x' }, row % 2 ? 'good film' : 'bad'),
  );
  writeFileSync(join(folder, 'out.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  const words = ['out.jsonl', '--expected', 'label', '--answer', 'name', '--json'];
  const accuracy = (stdout: string) =>
    (JSON.parse(stdout) as { metrics: { metric: string; value: unknown }[] }).metrics[0];
  const { stdout, code } = await report(...words);
  expect({ code, accuracy: accuracy(stdout) }).toMatchObject({
    code: 0,
    accuracy: { metric: 'accuracy', value: null, low: null },
  });
  const { stderr } = await report(...words.slice(0, -1));
  expect(stderr).toContain(
    'no label of the column (bad, good film) occurs in the answers (LABEL_0, LABEL_1)',
  );
  const map = ['--map', 'LABEL_0=bad', '--map', 'LABEL_1=good film'];
  expect(stderr).toContain("--map LABEL_0=bad --map 'LABEL_1=good film'");
  expect(accuracy((await report(...words, ...map)).stdout)).toMatchObject({ value: 1, rows: 4 });
});

test.each([
  [['--label', 'rating'], 'report has no option --label', 'Use --expected rating for'],
  [['--map', 'a=b'], '--map requires --expected COLUMN', 'Add the column'],
  [['--source', 'a.csv'], '--source requires --expected COLUMN', 'Rows are known'],
  [['--answer', 'a'], '--answer requires --expected COLUMN', 'Add the column'],
  [['--expected', 'label', '--map', 'ab'], "--map takes ANSWER=LABEL, not 'ab'", 'For example --map'],
  [['--expected', 'label', '--map', 'a=b'], "'b' is no label of column 'label'", 'Its labels are yes, no.'],
])('T45: report %j is refused with what to use', async (words, message, hint) => {
  writeBatch('out.jsonl', 4);
  const { code, stdout, stderr } = await report('out.jsonl', ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`error: ${message}\nhint: ${hint}`);
});

describe('D2: --source takes labels, columns and rows from a table', () => {
  const line = (row: number, text: string, more: object = {}) => ({
    ...{ key: `k-${row}`, row, task: 'text-classification', model: 'org/model', seconds: 1, cost: null },
    ...{ input: { text }, columns: { label: 'old', id: row }, value: [{ label: text[0], score: 1 }] },
    ...more,
  });
  const write = (source: string, ...lines: object[]) => {
    writeFileSync(join(folder, 'out.jsonl'), lines.map((each) => JSON.stringify(each)).join('\n'));
    writeFileSync(join(folder, 'in.csv'), source);
  };
  const run = async (label = 'label') => {
    const words = ['out.jsonl', '--source', 'in.csv', '--expected', label];
    const { stdout } = await report(...words, '--json');
    const { stderr, code } = await report(...words);
    const { rows, metrics } = JSON.parse(stdout || '{}') as { rows?: number; metrics?: { value: number }[] };
    return { rows, accuracy: metrics?.[0]!.value, stderr, code };
  };

  test('corrected labels, rows that are gone, lines that are marked as gone', async () => {
    const lines = [line(1, 'a b'), line(2, 'c d'), line(3, 'e f'), line(4, 'g h', { gone: true })];
    write('review,label,id\ng h,g,4\nc d,x,2\na b,a,1\n', ...lines);
    const { stderr, ...figures } = await run();
    expect(figures).toEqual({ rows: 3, accuracy: 2 / 3, code: 0 });
    expect(stderr).toContain('1 answer of rows that are not in in.csv left out.');
    expect(read('out.jsonl')).toBe(lines.map((each) => JSON.stringify(each)).join('\n'));
  });

  test('labels that are added later, in equal rows, and of a prompt', async () => {
    const equal = [1, 2].map((row) => line(row, 'a b', { columns: {} }));
    const chat = {
      input: { text: 'Class of c d?' },
      columns: { text: 'c d' },
      value: [{ label: 'c', score: 1 }],
    };
    write('text,gold\na b,a\na b,b\nc d,c\n', ...equal, line(3, '', chat));
    expect(await run('gold')).toMatchObject({ rows: 3, accuracy: 2 / 3 });
  });

  test('a table of other rows, and a file that is no table, are refused', async () => {
    write('text,label\nz,a\n', line(1, 'a b'));
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No answer is of a row') as string,
    });
    const { code, stderr } = await report('out.jsonl', '--source', 'out.txt', '--expected', 'label');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a table') as string,
    });
  });
});
