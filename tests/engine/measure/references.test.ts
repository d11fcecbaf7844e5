import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figuresOf, line, reportOf } from './support.ts';

test('accuracy and macro F1 agree with scikit-learn 1.x (accuracy_score, f1_score average="macro")', async () => {
  const actual = ['cat', 'dog', 'bird', 'cat', 'dog', 'cat', 'bird', 'cat', 'dog', 'cat'];
  const predicted = ['cat', 'dog', 'cat', 'cat', 'cat', 'cat', 'bird', 'dog', 'fish', 'cat'];
  const pairs = predicted.map((label, index) => [[{ label, score: 0.9 }], actual[index]] as const);
  const figures = await figuresOf('image-classification', pairs);
  expect(figures['accuracy']).toBeCloseTo(0.6, 12);
  expect(figures['macroF1']).toBeCloseTo(0.4484848484848485, 12);
});

test('WER and CER agree with jiwer 4 (ToLowerCase, RemovePunctuation, RemoveMultipleSpaces, Strip)', async () => {
  const reference = ['hello world', 'i like monty python', 'what do you mean, african or european swallow?'];
  const hypothesis = ['hello duck', 'i like python', 'what do you mean african swallow'];
  const rows = [...reference.keys()].map((index) => [{ text: hypothesis[index] }, reference[index]] as const);
  const two = await figuresOf('automatic-speech-recognition', rows.slice(0, 2));
  expect(two['wer']).toBeCloseTo(0.3333333333333333, 12);
  expect(two['cer']).toBeCloseTo(0.36666666666666664, 12);
  const all = await figuresOf('automatic-speech-recognition', [
    ...rows,
    [{ text: 'teh quick brown fox jumped over' }, 'the quick brown fox jumps'],
  ]);
  expect(all['wer']).toBeCloseTo(0.3684210526315789, 12);
  expect(all['cer']).toBeCloseTo(0.32323232323232326, 12);
});

/** The entities of tags, as the Hub's models return them. */
function entitiesOf(tags: readonly string[]) {
  const words = tags.map((_tag, index) => `w${index}`);
  const start = (index: number) => words.slice(0, index).join(' ').length + (index > 0 ? 1 : 0);
  return words.map((word, index) => ({
    entity: tags[index],
    word,
    score: 1,
    start: start(index),
    end: start(index) + word.length,
  }));
}

test('span F1 agrees with seqeval (f1_score), with tags or entities as labels', async () => {
  const actual = [
    ['O', 'O', 'O', 'B-MISC', 'I-MISC', 'I-MISC', 'O'],
    ['B-PER', 'I-PER', 'O'],
    ['B-LOC', 'O', 'B-ORG', 'I-ORG'],
  ];
  const predicted = [
    ['O', 'O', 'B-MISC', 'I-MISC', 'I-MISC', 'I-MISC', 'O'],
    ['B-PER', 'I-PER', 'O'],
    ['B-LOC', 'O', 'I-ORG', 'I-ORG'],
  ];
  const rows = (label: (tags: readonly string[]) => unknown) =>
    predicted.map(
      (tags, index) =>
        [
          entitiesOf(tags),
          label(actual[index]!),
          { text: tags.map((_tag, at) => `w${at}`).join(' ') },
        ] as const,
    );
  for (const label of [
    (tags: readonly string[]) => tags,
    (tags: readonly string[]) => JSON.stringify(tags),
    entitiesOf,
  ]) {
    expect((await figuresOf('token-classification', rows(label)))['spanF1']).toBeCloseTo(0.75, 12);
    expect((await figuresOf('token-classification', rows(label).slice(0, 2)))['spanF1']).toBeCloseTo(0.5, 12);
  }
});

test('mAP at IoU 0.5 agrees with pycocotools (COCOeval, stats[1])', async () => {
  const fixture = JSON.parse(readFileSync(new URL('coco.json', import.meta.url), 'utf8')) as {
    value: number;
    rows: { labels: unknown; detections: unknown }[];
  };
  const rows = fixture.rows.map(
    ({ labels, detections }, index) => [detections, labels, { image: `${index}.png` }] as const,
  );
  const { meanAveragePrecision } = await figuresOf('object-detection', rows);
  expect(meanAveragePrecision).toBeCloseTo(fixture.value, 10);
  expect(fixture.value).toBeCloseTo(0.47796208192247797, 12);
});

test('correlations agree with scipy (pearsonr, spearmanr), MAE with NumPy', async () => {
  const predicted = [0.1, 0.4, 0.35, 0.8, 0.9, 0.4, 0.2];
  const actual = [1, 3, 2, 5, 4, 3, 3];
  const input = { sourceSentence: 'a', sentences: ['b'] };
  const rows = predicted.map(
    (value, index) => [[value], actual[index], { ...input, sourceSentence: `a${index}` }] as const,
  );
  const figures = await figuresOf('sentence-similarity', rows);
  expect(figures['pearson']).toBeCloseTo(0.8510497719203702, 12);
  expect(figures['spearman']).toBeCloseTo(0.8601512308077806, 12);
  expect(figures['meanAbsoluteError']).toBeCloseTo(2.55, 12);
});

test('ROUGE-L agrees with the published example of rouge-score', async () => {
  const label = 'The quick brown fox jumps over the lazy dog';
  const figures = await figuresOf('summarization', [
    [{ summary_text: 'The quick brown dog jumps on the log.' }, label],
  ]);
  // Precision 5/8, recall 5/9.
  expect(figures['rougeL']).toBeCloseTo(0.5882352941176471, 12);
});

test('exact match and token F1 follow the evaluation of SQuAD: any of several answers, no case, articles and punctuation', async () => {
  const input = (question: string) => ({ question, context: 'the Broncos won' });
  const answer = (text: string) => ({ answer: text, start: 0, end: 3, score: 0.9 });
  const figures = await figuresOf('question-answering', [
    [
      answer('The Denver Broncos!'),
      { text: ['Denver Broncos', 'Broncos'], answer_start: [1, 2] },
      input('a'),
    ],
    [answer('won by Broncos'), '{"text": ["Broncos"], "answer_start": [4]}', input('b')],
  ]);
  expect(figures['exactMatch']).toBe(0.5);
  expect(figures['tokenF1']).toBeCloseTo((1 + 0.5) / 2, 12);
});

/** The report of a model that is right in the first rows, and of one that is right in the others. */
function reportOfRight(successes: number, rows: number) {
  const answers = (model: string, isRight: (index: number) => boolean) =>
    Array.from({ length: rows }, (_, index) => {
      const [label, other] = index % 2 === 0 ? ['yes', 'no'] : ['no', 'yes'];
      const value = [{ label: isRight(index) ? label : other, score: 1 }];
      const [key, row] = [`${model}-${index}`, index + 1];
      return line({ task: 'text-classification', key, model, row, value, columns: { label } });
    });
  const lines = [
    ...answers('a', (index) => index < successes),
    ...answers('b', (index) => index >= successes),
  ];
  return reportOf(lines, 'label');
}

test('Wilson intervals and McNemar agree with statsmodels', async () => {
  const wilson = [
    [0, 10, 0, 0.27753279986288926],
    [87, 100, 0.7901964855992356, 0.9224283257275949],
    [500, 500, 0.9923756595384479, 1],
    [1, 3, 0.06149194472039626, 0.7923403991979523],
  ] as const;
  for (const [successes, rows, low, high] of wilson) {
    const { metrics } = await reportOfRight(successes, rows);
    const interval = metrics.find(({ model, metric }) => model === 'a' && metric === 'accuracy');
    expect(interval!.low).toBeCloseTo(low, 9);
    expect(interval!.high).toBeCloseTo(high, 9);
  }
  const tests = [
    [10, 3, 0.09228515625],
    [12, 2, 0.012939453125],
    [5, 5, 1],
    [0, 8, 0.0078125],
    [40, 60, 0.05688793364098089],
    [530, 570, 0.23962354804230854],
  ] as const;
  for (const [wins, losses, p] of tests) {
    const { pairs } = await reportOfRight(wins, wins + losses);
    expect(pairs.find(({ metric }) => metric === 'accuracy')!.p).toBeCloseTo(p, 9);
  }
});
