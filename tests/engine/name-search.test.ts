import { describe, expect, test } from 'vitest';
import { findAlias, nameSearch, similarTasks, tasks, taskSearchTerms } from '@tryout/engine';

const names = [
  'google/vit-base-patch16-224',
  'facebook/detr-resnet-50',
  'google-bert/bert-base-uncased',
  'distilbert/distilbert-base-uncased',
  'sentence-transformers/all-MiniLM-L6-v2',
  'google/vit-large-patch32-384',
  'Helsinki-NLP/opus-mt-en-de',
];

function found(typed: string, words?: readonly string[]): string[] | undefined {
  return nameSearch(
    names,
    words?.map((text) => ({ words: text })),
  )
    .find(typed)
    ?.map((index) => names[index]!);
}

test.each([
  ['asr', 'asr'],
  ['Speech to', 'speech-to-text'],
  ['Transcribe', 'transcribe'],
  ['speech', undefined],
  ['automatic recognition', undefined],
  ['xyz', undefined],
  ['', undefined],
])('T16: the alias found by %j is %j', (typed, alias) => {
  const task = tasks.find(({ id }) => id === 'automatic-speech-recognition')!;
  expect(findAlias(task.label, task, typed)).toBe(alias);
});

const taskSearch = nameSearch(
  tasks.map(({ label }) => label),
  tasks.map(taskSearchTerms),
);

test.each([
  ['remove the background', 'image-segmentation'],
  ['Removing backgrounds from a photo', 'image-segmentation'],
  ['who is speaking', 'audio-classification'],
  ['count the cars', 'object-detection'],
  ['counting people', 'object-detection'],
  ['translate my letter', 'translation'],
  ['transcribe an interview', 'automatic-speech-recognition'],
  ['make an audiobook', 'text-to-speech'],
])('W22: %j finds %s first, and says why', (typed, id) => {
  const task = tasks[taskSearch.find(typed)![0]!]!;
  expect(task.id).toBe(id);
  expect([...task.aliases, ...task.intents]).toContain(findAlias(task.label, task, typed));
  expect(similarTasks(typed).map((similar) => similar.id)).toContain(id);
});

test.each(['Image Segmentation', 'ocr', 'image to', 'detection'])(
  'intents come after names and aliases that match %j',
  (typed) => {
    const byName = nameSearch(
      tasks.map(({ label }) => label),
      tasks.map((task) => ({ ...taskSearchTerms(task), intents: [] })),
    ).find(typed)!;
    expect(taskSearch.find(typed)!.at(0)).toBe(byName[0]);
  },
);

test('every task has intents, which no other task has', () => {
  const intents = tasks.flatMap((task) => task.intents);
  expect(new Set(intents).size).toBe(intents.length);
  expect(tasks.filter((task) => task.intents.length === 0)).toEqual([]);
});

describe('name search', () => {
  test('matches letters in order, complete words first', () => {
    expect(found('bert')).toEqual([
      'google-bert/bert-base-uncased',
      'distilbert/distilbert-base-uncased',
      'facebook/detr-resnet-50',
    ]);
    expect(found('gvit32')).toEqual(['google/vit-large-patch32-384']);
    expect(found('xyz')).toEqual([]);
  });

  test('matches words in any order and case', () => {
    expect(found('BASE google')?.slice(0, 2).sort()).toEqual([
      'google-bert/bert-base-uncased',
      'google/vit-base-patch16-224',
    ]);
    expect(found('minilm all')).toEqual(['sentence-transformers/all-MiniLM-L6-v2']);
  });

  test('ranks names with the exact query first', () => {
    expect(found('google/vit-large')?.[0]).toBe('google/vit-large-patch32-384');
  });

  test('ignores a query without letters or digits', () => {
    expect(found('')).toBeUndefined();
    expect(found(' -/ ')).toBeUndefined();
    expect(found('-bert')).toEqual(found('bert'));
  });

  test('matches other terms after names', () => {
    const words = names.map((name) => (name.includes('detr') ? 'a french bert of pictures' : ''));
    expect(found('bert', words)).toEqual([
      'google-bert/bert-base-uncased',
      'distilbert/distilbert-base-uncased',
      'facebook/detr-resnet-50',
    ]);
    expect(found('french pictures', words)).toEqual(['facebook/detr-resnet-50']);
  });

  test('C9: ranks equal names and aliases, then prefixes, beginnings of words, parts of words, and letters', () => {
    const ranked = ['s-t-s', 'costs', 'best of sts', 'sts-large', 'Similarity', 'sts'];
    const terms = ranked.map((name) => ({ aliases: name === 'Similarity' ? ['STS'] : [] }));
    expect(nameSearch(ranked, terms).find('sts')).toEqual([5, 4, 3, 2, 1, 0]);
    expect(nameSearch(['mini/org-bert', 'bert-org/mini', 'org/bert']).find('bert')).toEqual([2, 1, 0]);
  });

  test('C9: finds tasks by what they are called elsewhere', () => {
    const search = nameSearch(
      tasks.map(({ label }) => label),
      tasks.map(taskSearchTerms),
    );
    const first = (typed: string) => tasks[search.find(typed)?.[0] ?? -1]?.id;
    const expected = {
      asr: 'automatic-speech-recognition',
      stt: 'automatic-speech-recognition',
      speech: 'automatic-speech-recognition',
      'speech to text': 'automatic-speech-recognition',
      transcribe: 'automatic-speech-recognition',
      tts: 'text-to-speech',
      ner: 'token-classification',
      ocr: 'image-to-text',
      captioning: 'image-to-text',
      llm: 'text-generation',
      chatbot: 'text-generation',
      'Image Generation': 'text-to-image',
      t2i: 'text-to-image',
      i2i: 'image-to-image',
      translate: 'translation',
      summarize: 'summarization',
      sentiment: 'text-classification',
      qa: 'question-answering',
      docqa: 'document-question-answering',
      vqa: 'visual-question-answering',
      tableqa: 'table-question-answering',
      embeddings: 'feature-extraction',
      similarity: 'sentence-similarity',
      detection: 'object-detection',
      segmentation: 'image-segmentation',
      'image class': 'image-classification',
    };
    const found = Object.fromEntries(Object.keys(expected).map((typed) => [typed, first(typed)]));
    expect(found).toEqual(expected);
  });

  test('supports all scripts', () => {
    expect(nameSearch(['org/日本語-bert', 'org/other']).find('本語')).toEqual([0]);
    expect(nameSearch(['org/ÜBER', 'org/other']).find('über')).toEqual([0]);
  });

  test('keeps the original order of equal matches', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `org/${index % 2 ? 'b-e-r-t' : 'bert'}-${index}`);
    const indexes = nameSearch(many).find('bert')!;
    expect(indexes).toHaveLength(3000);
    expect(indexes.slice(0, 3)).toEqual([0, 2, 4]);
    expect(indexes.slice(1500, 1502)).toEqual([1, 3]);
  });

  test('is fast for names of repeated letters', () => {
    const hostile = ['a'.repeat(5000), `${'a'.repeat(90)}/${'a'.repeat(90)}`];
    const search = nameSearch(hostile);
    // A backtracking pattern would take years.
    expect(search.find(`${'a'.repeat(40)}z`)).toEqual([]);
    expect(search.find('a'.repeat(60))).toEqual([0, 1]);
  });
});
