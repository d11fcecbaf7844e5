import { expect, test } from 'vitest';
import {
  createEvaluation,
  formatDifference,
  formatInterval,
  formatValue,
  getVerdict,
  parseBatchLine,
  reportCsv,
  reportJson,
  reportMarkdown,
  reportPage,
  resultKinds,
  tasks,
  type Report,
} from '@tryout/engine';
import { readTable } from '../batch/support.ts';
import { figuresOf, line, reportOf } from './support.ts';

const classes = ['yes', 'no'];

/** A line with the right answer or another one. */
function answer(model: string, row: number, isRight: boolean, more: Record<string, unknown> = {}) {
  const label = classes[row % 2]!;
  const value = [{ label: isRight ? label : classes[(row + 1) % 2], score: 0.75 }];
  return line({
    task: 'text-classification',
    key: `${model}-${row}`,
    model,
    row,
    value,
    columns: { label },
    ...more,
  });
}

const rowsOf = (model: string, count: number, isRight: (row: number) => boolean, more = {}) =>
  Array.from({ length: count }, (_, index) => answer(model, index + 1, isRight(index + 1), more));

const figure = ({ metrics }: Report, model: string, id = 'accuracy') =>
  metrics.find(({ model: each, metric }) => each === model && metric === id);

test('failed rows count as wrong, and miss their class', async () => {
  const failed = { value: undefined, error: { name: 'X', message: 'Too many requests' } };
  const lines = [...rowsOf('a', 8, () => true), answer('a', 9, true, failed), answer('a', 10, true, failed)];
  const report = await reportOf(lines, 'label');
  expect(figure(report, 'a')).toMatchObject({ value: 0.8, rows: 10, failed: 2 });
  expect(figure(report, 'a', 'macroF1')!.value).toBeCloseTo((2 * 4) / 9, 12);
  expect(report.candidates[0]).toMatchObject({
    done: 8,
    failed: 2,
    failures: [{ cause: 'Too many requests', rows: 2 }],
  });
});

/** A number as it is written; `<0.1%` is between 0 and 0.1. */
const readNumber = (text: string) => Number.parseFloat(text.replace('<0.1', '0.05').replace('−', '-'));

test.each<[string, string, (index: number) => readonly [value: unknown, label: unknown]]>([
  ['none right', 'text-classification', (index) => [[{ label: 'no', score: 1 }], index < 9 ? 'yes' : 'no']],
  [
    'all right',
    'text-classification',
    (index) => [[{ label: classes[index % 2], score: 1 }], classes[index % 2]],
  ],
  [
    'a rare class',
    'text-classification',
    (index) => [[{ label: 'yes', score: 1 }], index === 0 ? 'no' : 'yes'],
  ],
  ['all words right', 'translation', (index) => [`word ${index}`, `word ${index}`]],
  ['few words right', 'translation', (index) => [index === 0 ? 'a b c' : 'x', 'a b c']],
  ['numbers', 'sentence-similarity', (index) => [[index / 7], index / 7 + (index === 3 ? 1e-9 : 0)]],
])(
  'R26: a figure and a difference are within their intervals, also as they are written: %s',
  async (_what, task, row) => {
    for (const count of [1, 2, 9, 37]) {
      const rows = (model: string, shift: number) =>
        Array.from({ length: count }, (_, index) => {
          const [value, label] = row(index);
          const other = index < shift ? row((index + 1) % count)[0] : value;
          return line({
            task,
            model,
            key: `${model}-${index}`,
            row: index + 1,
            value: other,
            columns: { label },
          });
        });
      const report = await reportOf([...rows('a', 0), ...rows('b', 2)], 'label');
      for (const { value, low, high } of [
        ...report.metrics,
        ...report.pairs.map(({ difference, ...pair }) => ({ ...pair, value: difference })),
      ]) {
        if (value === undefined || low === undefined || high === undefined) continue;
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
      }
      const written = [...report.metrics, ...report.pairs].map((each) => {
        const value =
          'difference' in each
            ? formatDifference(each.metric, each.difference)
            : formatValue(each.metric, each.value);
        return `${value}, ${formatInterval(each)}`;
      });
      for (const text of written) {
        const [value = '', low = '', high] = text.split(/, | to /);
        if (high === undefined) continue;
        expect(readNumber(value), text).toBeGreaterThanOrEqual(readNumber(low));
        expect(readNumber(value), text).toBeLessThanOrEqual(readNumber(high));
      }
      expect(reportCsv(report)).not.toMatch(/,(?:0\.9{9}|\d+(?:\.\d+)?e-1\d)/);
    }
  },
);

test('R26: the bounds of a difference are rounded as it is', () => {
  const pair = { a: 'a', b: 'b', metric: 'accuracy', rows: 5000, p: 1, rowsNeeded: undefined } as const;
  expect(formatInterval({ ...pair, difference: 0.0003, low: 0.0001, high: 0.4 })).toBe(
    '+0.0 points to +40.0 points',
  );
});

test('a value of an unexpected shape counts as wrong', async () => {
  const report = await reportOf([answer('a', 1, true), answer('a', 2, true, { value: 'yes' })], 'label');
  expect(figure(report, 'a')).toMatchObject({ value: 0.5, failed: 1 });
});

test('candidates are paired by their inputs, on the rows that both have', async () => {
  // The rows of b are in another order, and one is missing.
  const b = rowsOf('b', 20, (row) => row > 10)
    .slice(0, 19)
    .reverse()
    .map((each) => ({ ...each, row: 100 - Number(each['row']) }));
  const report = await reportOf([...rowsOf('a', 20, (row) => row > 1), ...b], 'label');
  const pair = report.pairs.find(({ metric }) => metric === 'accuracy');
  expect(pair).toMatchObject({ a: 'a', b: 'b', rows: 19 });
  expect(pair!.difference).toBeCloseTo(9 / 19, 12);
  // Nine rows that only a got right: 2 × 0.5⁹.
  expect(pair!.p).toBeCloseTo(2 / 2 ** 9, 12);
  expect(report.differences!.rows).toHaveLength(9);
});

test('equal inputs are paired in the order of their rows', async () => {
  const input = { text: 'same' };
  const lines = ['a', 'b'].flatMap((model) =>
    rowsOf(model, 10, (row) => model === 'a' || row > 5, { input }),
  );
  const report = await reportOf(lines.reverse(), 'label');
  expect(report.pairs[0]).toMatchObject({ rows: 10, difference: 0.5 });
});

test('providers of one model are candidates of their own if they ran the same rows', async () => {
  const lines = ['groq', 'together'].flatMap((provider) =>
    rowsOf('m', 4, () => true).map((each) => ({
      ...each,
      key: `${provider}-${String(each['key'])}`,
      provider,
    })),
  );
  const report = await reportOf(lines, 'label');
  expect(report.candidates.map(({ model }) => model).sort()).toEqual(['m:groq', 'm:together']);
  const mixed = rowsOf('m', 4, () => true).map((each, index) => ({ ...each, provider: `p${index}` }));
  expect((await reportOf(mixed, 'label')).candidates.map(({ model }) => model)).toEqual(['m']);
});

test('the verdict says whether the difference is more than noise, and otherwise how many rows would tell', async () => {
  const compared = async (count: number, misses: number) =>
    reportOf(
      [...rowsOf('good', count, (row) => row > 2), ...rowsOf('bad', count, (row) => row > 2 + misses)],
      'label',
    );
  const clear = getVerdict(await compared(200, 40))!;
  expect(clear).toMatch(
    /^good \(99\.0%\) beats bad \(79\.0%\) by accuracy, and the difference is more than noise \(p < 0\.001, 200 rows\)\.$/,
  );
  const unclear = await compared(200, 4);
  expect(getVerdict(unclear)).toMatch(
    /not more than noise \(p = 0\.125, 200 rows\); about \d+ rows would be needed to tell\.$/,
  );
  // With that many rows of the same kind, it is.
  const needed = unclear.pairs[0]!.rowsNeeded!;
  expect(needed).toBeGreaterThan(200);
  expect(getVerdict(await compared(needed, Math.round((4 * needed) / 200)))).toContain('is more than noise');
  expect(getVerdict(await compared(200, 0))).toContain('have the same accuracy');
  expect(
    getVerdict(
      await reportOf(
        rowsOf('one', 50, () => true),
        'label',
      ),
    ),
  ).toContain('with 95% confidence, its accuracy is 92.9% to 100.0%');
});

test('a model that also has easier rows does not beat one that is better on the common rows', async () => {
  const easier = rowsOf('wide', 300, (row) => row > 100 || row % 2 === 0);
  const report = await reportOf([...easier, ...rowsOf('narrow', 100, (row) => row % 5 > 0)], 'label');
  expect(report.candidates.map(({ model }) => model)).toEqual(['wide', 'narrow']);
  expect(getVerdict(report)).toMatch(
    /^narrow \(80\.0%\) beats wide \(83\.3%\) by accuracy on the 100 rows that both have, and .*more than noise/,
  );
  // The same for a metric of which less is better.
  const spoken = (model: string, count: number, isRight: (row: number) => boolean) =>
    rowsOf(model, count, isRight).map(({ row, ...each }) => {
      const value = isRight(Number(row)) ? 'one two' : 'no words';
      return { ...each, row, task: 'automatic-speech-recognition', value, columns: { label: 'one two' } };
    });
  const wide = spoken('wide', 300, (row) => row > 100 || row % 2 === 0);
  const heard = await reportOf([...wide, ...spoken('narrow', 100, (row) => row % 5 > 0)], 'label');
  expect(getVerdict(heard)).toMatch(
    /^narrow \(20\.0%\) beats wide \(16\.7%\) by WER on the 100 rows that both/,
  );
});

/** Lines of a regression. */
const numbers = (model: string, count: number, value: (row: number) => unknown, more: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    line({
      ...{ task: 'tabular-regression', model, row: index + 1, key: `${model}-${index}` },
      ...{ value: value(index + 1), columns: { label: index + 1 }, ...more },
    }),
  );

test('figures that cannot be computed are unknown, and no model is the best by one', async () => {
  const failed = numbers('a', 8, () => undefined, { error: { message: 'no' } });
  const report = await reportOf([...failed, ...numbers('b', 8, (row) => [row + 0.5])], 'label');
  expect(figure(report, 'a', 'spearman')).toMatchObject({ value: undefined, low: undefined, failed: 8 });
  expect(figure(report, 'b', 'spearman')).toMatchObject({ value: 1 });
  expect(report.pairs).toEqual([]);
  expect(getVerdict(report)).toBe('b (1) and a (–) cannot be compared: Pearson cannot be computed for both.');
  // Rounding is no correlation.
  for (const value of [0.1, 1 / 3, 1e-9, 0]) {
    const constant = await reportOf(
      numbers('a', 7, () => [value]),
      'label',
    );
    expect(figure(constant, 'a', 'pearson')).toMatchObject({ value: undefined, low: undefined });
    expect(getVerdict(constant)).toBe('a (–): how sure its Pearson is cannot be computed from 7 rows.');
  }
  const spoken = { task: 'automatic-speech-recognition', value: 'one', columns: { label: 'one' } };
  const rows = [1, 2, 3].map((row) => line({ ...spoken, model: 'b', row }));
  const unlabeled = line({ ...spoken, model: 'a', row: 9, columns: {} });
  expect((await reportOf([unlabeled, ...rows], 'label')).candidates.map(({ model }) => model)).toEqual([
    'b',
    'a',
  ]);
});

test('as many rows are needed as the exact test needs, also where all rows differ alike', async () => {
  for (const [count, misses, expected] of [
    [3, 3, 6],
    [5, 5, 6],
  ] as const) {
    const lines = [...rowsOf('good', count, () => true), ...rowsOf('bad', count, (row) => row > misses)];
    expect((await reportOf(lines, 'label')).pairs[0]).toMatchObject({ rowsNeeded: expected });
  }
  const summary = { task: 'summarization', columns: { label: 'a b c d' } };
  const texts = (
    [
      ['a', 'a b c d'],
      ['b', 'a b'],
    ] as const
  ).flatMap(([model, value]) => [1, 2, 3].map((row) => line({ ...summary, model, row, value })));
  const { pairs } = await reportOf(texts, 'label');
  // An interval of one point would claim to be certain.
  expect(pairs[0]).toMatchObject({ p: 0.25, rowsNeeded: 6, low: undefined, high: undefined });
});

test('several pairs have Holm’s correction', async () => {
  const lines = [0, 6, 12].flatMap((misses) => rowsOf(`m${misses}`, 60, (row) => row > misses));
  const report = await reportOf(lines, 'label');
  const p = (a: string, b: string) =>
    report.pairs.find((pair) => pair.metric === 'accuracy' && pair.a === a && pair.b === b)!.p;
  // Six or twelve rows that only one got right, times the number of tests that are left.
  expect(p('m0', 'm12')).toBeCloseTo(3 * 2 ** -11, 12);
  expect(p('m0', 'm6')).toBeCloseTo(2 * 2 ** -5, 12);
  expect(p('m6', 'm12')).toBeCloseTo(2 * 2 ** -5, 12);
});

test('four shards in any order give exactly the figures of one batch', async () => {
  const lines = ['a', 'b'].flatMap((model, index) =>
    rowsOf(model, 101, (row) => (row * 7 + index) % 5 > index),
  );
  const whole = await reportOf(lines, 'label');
  const sharded = [3, 1, 4, 2].flatMap((shard) =>
    lines
      .filter(({ row }) => (Number(row) - 1) % 4 === shard - 1)
      .map((each) => ({ ...each, shard: `${shard}/4` })),
  );
  expect(reportJson(await reportOf([...sharded, ...sharded.slice(0, 30)], 'label'))).toEqual(
    reportJson(whole),
  );
});

test('missing shards are named', async () => {
  const lines = rowsOf('a', 9, () => true).map((each) => ({
    ...each,
    shard: `${((Number(each['row']) - 1) % 3) + 1}/3`,
  }));
  const report = await reportOf(
    lines.filter(({ shard }) => shard === '2/3'),
    'label',
  );
  expect(report.missingShards).toEqual(['1/3', '3/3']);
  expect(reportPage(report)).toContain('Shards 1/3, 3/3 missing');
});

test('an answer replaces the error of the same key, and an error no answer', async () => {
  const error = answer('a', 1, true, { value: undefined, error: 'x' });
  for (const lines of [
    [error, answer('a', 1, true)],
    [answer('a', 1, true), error],
  ])
    expect(figure(await reportOf(lines, 'label'), 'a')).toMatchObject({ value: 1, rows: 1, failed: 0 });
});

test('labels may be numbers, truth values, JSON or lists, in any case', async () => {
  const labels: [unknown, unknown][] = [
    ['1', 1],
    ['true', true],
    ['Great ', 'great'],
    ['b', ['a', 'b']],
    ['b', '["a","b"]'],
    ['x', { label: 'X' }],
  ];
  const rows = labels.map(([label, expected]) => [[{ label, score: 1 }], expected] as const);
  expect((await figuresOf('text-classification', rows))['accuracy']).toBe(1);
});

test('chats that classify have a macro F1; answers by a schema use the property of the label', async () => {
  const chat = (content: string) => ({ choices: [{ message: { content } }] });
  const texts = ['positive', 'Negative.', '**positive**', 'negative', 'unsure'];
  const labels = ['positive', 'negative', 'positive', 'negative', 'positive'];
  const rows = texts.map((text, index) => [chat(text), labels[index]] as const);
  const figures = await figuresOf('text-generation', rows);
  expect(figures['exactMatch']).toBe(0.8);
  // "unsure" is no class: sklearn's f1_score(labels=["positive", "negative"]).
  expect(figures['macroF1']).toBeCloseTo((0.8 + 1) / 2, 12);
  const objects = labels.map((label) => [{ label, reason: 'x' }, label] as const);
  expect((await figuresOf('text-generation', objects))['exactMatch']).toBe(1);
});

test('tasks with their own metrics use those', async () => {
  const table = { data: { a: ['1', '2'] } };
  expect(await figuresOf('tabular-classification', [[['x', 'y'], ['x', 'y'], table]])).toMatchObject({
    accuracy: 1,
  });
  expect(
    Object.keys(await figuresOf('translation', [[{ translation_text: '你好世界' }, '你好，世界']])),
  ).toEqual(['rougeL']);
});

const samples: Readonly<Record<string, { value: unknown; label: unknown; input?: unknown }>> = {
  text: { value: { generated_text: 'a', text: 'a', summary_text: 'a', translation_text: 'a' }, label: 'a' },
  labels: { value: [{ label: 'a', score: 0.5 }], label: 'a' },
  spans: {
    value: [{ entity_group: 'PER', word: 'Ann', start: 0, end: 3, score: 1 }],
    label: [[0, 3, 'PER']],
    input: { text: 'Ann' },
  },
  answers: {
    value: [{ answer: 'a', score: 1, start: 0, end: 1 }],
    label: 'a',
    input: { context: 'a', question: 'a' },
  },
  boxes: {
    value: [{ label: 'a', score: 1, box: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 } }],
    label: { bbox: [[0, 0, 9, 9]], category: ['a'] },
  },
  cells: {
    value: { answer: 'a', aggregator: 'NONE', cells: ['a'], coordinates: [[0, 0]] },
    label: 'a',
    input: { query: 'q', table: 'a.csv' },
  },
  numbers: { value: [1, 2], label: [1, 2], input: { sentences: ['a', 'b'], data: { a: ['1', '2'] } } },
  masks: { value: [{ label: 'a', mask: 'AAAA', score: 1 }], label: 'a' },
  vector: { value: [1, 2], label: 'a' },
  image: { value: { contentType: 'image/png', bytes: 9, file: 'a.png' }, label: 'a' },
  video: { value: { contentType: 'video/webm', bytes: 9, file: 'a.webm' }, label: 'a' },
  audio: { value: { contentType: 'audio/wav', bytes: 9, file: 'a.wav' }, label: 'a' },
  tracks: { value: [{ label: 'a', blob: 'AAAA', 'content-type': 'audio/wav' }], label: 'a' },
};

test('every task has a report, and every kind with metrics finds the right answer right', async () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(resultKinds).sort());
  for (const { id, result } of tasks) {
    const { value, label, input = { text: 'a' } } = samples[result.kind]!;
    const fills = id === 'fill-mask' ? [{ score: 1, sequence: 'a', token: 1, token_str: 'a' }] : undefined;
    const report = await reportOf(
      [line({ task: id, value: fills ?? value, columns: { label }, input })],
      'label',
    );
    const [first] = report.metrics;
    expect(report.candidates, id).toMatchObject([{ done: 1, failed: 0 }]);
    if (['masks', 'vector', 'video', 'image', 'audio', 'tracks'].includes(result.kind))
      expect(report.metrics, id).toEqual([]);
    else if (first!.metric !== 'pearson')
      expect([id, first!.value]).toEqual([id, ['wer', 'cer'].includes(first!.metric) ? 0 : 1]);
    for (const write of [reportPage, reportMarkdown, reportCsv])
      expect(write(report).length, id).toBeGreaterThan(50);
  }
});

/** Texts that a spreadsheet would take for formulas, and what is written. */
const formulas: readonly (readonly [string, string])[] = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1', '＋1', '－1', '＠x'].map(
    (text) => [text, `'${text}`] as const,
  ),
  ...[' =1', '\ufeff=1', '\u00a0\u200b=1', "'=1", "''@x"].map((text) => [text, `'${text}`] as const),
  ['\t=1', "'\t'=1"],
  ['\r\n=1', "'\r'\n'=1"],
  ['x;=1', "x;'=1"],
  ['x; ＝1;y', "x;' ＝1;y"],
  ['x\n-cmd', "x\n'-cmd"],
  [`x;${' '.repeat(3000)}=1`, `x;'${' '.repeat(3000)}=1`],
  [`x${"'".repeat(3000)}\t'=1`, `x${"'".repeat(3000)}\t''=1`],
  ['=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'],
];

test.each(formulas)(
  'X44: a CSV report has no formula in %j, and our reader reads it again',
  async (model, written) => {
    const report = { ...(await reportOf([answer('m', 1, true), answer('m', 2, false)], 'label')) };
    const named = {
      ...report,
      metrics: report.metrics.map((figure) => ({ ...figure, model })),
      candidates: report.candidates.map((candidate) => ({ ...candidate, model })),
    };
    const rows = await readTable(reportCsv(named), 'report.csv');
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) expect(row['model']).toBe(written);
    // Without one apostrophe, it is the text again.
    expect(written.replace(/(^|[;\t\r\n])'/g, '$1')).toBe(model);
  },
);

test('X40: white space without end is searched for formulas once', async () => {
  const report = await reportOf([answer('m', 1, true), answer('m', 2, false)], 'label');
  const names = ['\t', "'", "\t'", ';\n'].map((text) => text.repeat(1_000_000 / text.length));
  for (const model of names) {
    const candidates = report.candidates.map((each) => ({ ...each, model }));
    expect(reportCsv({ ...report, candidates }).length).toBeGreaterThan(1_000_000);
  }
});

test.each(['org/model', '-0.5', '3e-7', 'a=b', 'a - b', 'x;1', 'x;-1', "it's", 'a, =b'])(
  'X44: %s is no formula',
  async (model) => {
    const report = await reportOf([answer('m', 1, true), answer('m', 2, false)], 'label');
    const csv = reportCsv({ ...report, candidates: report.candidates.map((each) => ({ ...each, model })) });
    const rows = await readTable(csv, 'report.csv');
    expect(rows.at(-1)!['model']).toBe(model);
  },
);

test('X42: labels may be names that every object has', async () => {
  const labels = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  const lines = labels.map((label, row) =>
    line({ task: 'text-classification', row: row + 1, value: [{ label, score: 1 }], columns: { label } }),
  );
  const report = await reportOf(lines, 'label');
  expect(report.metrics.find(({ metric }) => metric === 'accuracy')).toMatchObject({ value: 1, rows: 4 });
  for (const write of [reportPage, reportMarkdown, reportCsv])
    expect(write(report)).not.toContain('native code');
});

test('hostile lines are bounded: deep JSON, a million labels, long texts, foreign types', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(
    parseBatchLine(`{"key":"a","row":1,"task":"summarization","model":"m","input":{},"value":${deep}}`),
  ).toBeUndefined();
  for (const text of [
    '',
    '[]',
    'null',
    '{"key":1}',
    '{"key":"a","row":0,"task":"x","model":"m","input":{},"value":1}',
    '{"key":"a","row":1,"task":"x","model":"m","input":{},"error":null}',
  ])
    expect(parseBatchLine(text)).toBeUndefined();
  const deepest = `${'['.repeat(100)}${']'.repeat(100)}`;
  expect(
    parseBatchLine(`{"key":"a","row":1,"task":"x","model":"m","input":{"json":${deepest}},"error":"no"}`),
  ).toMatchObject({ error: { message: 'no' } });
  const long = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(' ');
  const wer = await figuresOf('automatic-speech-recognition', [
    [{ text: long }, long.slice(1)],
    [{ text: 'a' }, 'a'],
  ]);
  expect(wer['wer']).toBeGreaterThan(0.9);
  const words = (seed: number) =>
    Array.from({ length: 20_000 }, (_, index) => `w${(index * seed) % 977}`).join(' ');
  expect((await figuresOf('summarization', [[{ summary_text: words(3) }, words(5)]]))['rougeL']).toBe(0);
  const many = Array.from({ length: 1000 }, (_, index) => `label ${index}`);
  const rows = many.map((label, index) => [[{ label, score: 1 }], index === 0 ? many : label] as const);
  expect((await figuresOf('text-classification', rows))['accuracy']).toBe(1);
  const names = ['__proto__', 'constructor', 'toString'];
  const odd = names.map((label) => [[{ label, score: 1 }], label] as const);
  expect((await figuresOf('text-classification', odd))['macroF1']).toBe(1);
});

test('the evaluation can be canceled', async () => {
  const evaluation = createEvaluation({ label: 'label' });
  for (const each of rowsOf('a', 3000, (row) => row % 3 > 0))
    evaluation.add(parseBatchLine(JSON.stringify(each))!);
  const controller = new AbortController();
  const ended = evaluation.finish(controller.signal);
  controller.abort(new Error('stop'));
  await expect(ended).rejects.toThrow('stop');
});

test('too many models, different tasks and columns without labels are errors that name what to do', async () => {
  const models = Array.from({ length: 40 }, (_, index) => answer(`m${index}`, 1, true));
  await expect(reportOf(models, 'label')).rejects.toThrow('40 models');
  await expect(reportOf([answer('a', 1, true), line({ task: 'summarization', value: {} })])).rejects.toThrow(
    'different tasks',
  );
  await expect(reportOf([answer('a', 1, true)], 'rating')).rejects.toThrow("There is no column 'rating'");
  await expect(
    reportOf([line({ task: 'object-detection', value: [], columns: { label: 'cat' } })], 'label'),
  ).rejects.toThrow('can be read');
  await expect(reportOf([])).rejects.toThrow('no rows');
});

test('the page escapes everything, has no scripts and loads nothing', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';
  const lines = [evil, 'b']
    .flatMap((model) => rowsOf(model, 30, (row) => model === 'b' || row > 9, { input: { text: evil } }))
    .map((each, index) => ({
      ...each,
      columns: { [evil]: index % 3 ? evil : 'no' },
      ...(index === 5 ? { value: undefined, error: { message: evil } } : {}),
    }));
  const report = await reportOf(lines, evil);
  const page = reportPage(report);
  expect(page).not.toMatch(/<script|<img|<link|<iframe|\u202e|https?:|url\(|@import| style=/i);
  expect(page).toMatch(
    /Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-[\w+/=]+&#39;/,
  );
  expect(reportMarkdown(report)).not.toMatch(/(?<!\\)<script/);
  expect(
    reportCsv({ ...report, metrics: [], candidates: [{ ...report.candidates[0]!, model: '=1+1' }] }),
  ).toContain("'=1+1");
});
