import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputExampleOf, tasks, type InputExampleOptions, type ModelInfo } from '@tryout/engine';

const exampleOf = (card: object, options?: InputExampleOptions) => inputExampleOf(card as ModelInfo, options);

describe('the input example of a model', () => {
  test.each([{}, { pipeline_tag: 'no-such-tag' }, { pipeline_tag: 'constructor' }, { pipeline_tag: 7 }])(
    'is unknown with its task: %j',
    async (card) => {
      expect(await exampleOf(card)).toBe('Unknown pipeline tag');
    },
  );

  test('is missing for tasks that have none', async () => {
    expect(await exampleOf({ pipeline_tag: 'robotics' }, { stripQuotes: true })).toBe(
      'No input example has been defined for this model task.',
    );
  });

  test.each(tasks)("is the task's own as JSON for $id", async ({ id }) => {
    const example = JSON.parse(await exampleOf({ pipeline_tag: id })) as unknown;
    expect(example).toSatisfy((value) => typeof value === 'string' || typeof value === 'object');
    expect(JSON.stringify(example)).not.toContain('undefined');
    expect(await exampleOf({ pipeline_tag: id }, { collapseWhitespace: true })).not.toContain('\n');
  });

  test.each([
    ['summarization', { text: 'Long ago' }, '"Long ago"'],
    ['image-to-text', { src: 'https://a.b/c.png', text: 'a' }, '"https://a.b/c.png"'],
    [
      'question-answering',
      { text: 'Who?', context: 'I.' },
      '{\n    "question": "Who?",\n    "context": "I."\n}',
    ],
    ['tabular-regression', { structured_data: { a: ['1'] } }, '{\n    "a": [\n        "1"\n    ]\n}'],
  ])("is the card's own for %s %j", async (pipeline_tag, widget, expected) => {
    expect(await exampleOf({ pipeline_tag, widgetData: [{ other: 1 }, widget, { text: 'later' }] })).toBe(
      expected,
    );
  });

  test("is the task's where the card's lacks a part", async () => {
    const example = await exampleOf({ pipeline_tag: 'question-answering', widgetData: [{ text: 'Who?' }] });
    expect(JSON.parse(example)).toEqual({
      question: 'What is my name?',
      context: 'My name is Clara and I live in Berkeley.',
    });
  });

  test('has the mask of its model', async () => {
    const card = { pipeline_tag: 'fill-mask', mask_token: '"M"' };
    expect(await exampleOf(card)).toBe('"The answer to the universe is \\"M\\"."');
    expect(await exampleOf(card, { stripQuotes: true })).toBe('The answer to the universe is "M".');
  });

  test('loses its white space and its quotes where asked', async () => {
    const card = { pipeline_tag: 'summarization', widgetData: [{ text: ' one\n\n\ttwo  "three" ' }] };
    expect(await exampleOf(card, { collapseWhitespace: true })).toBe('"one two \\"three\\""');
    expect(await exampleOf(card, { stripQuotes: true })).toBe(' one\n\n\ttwo  "three" ');
    expect(await exampleOf(card, { collapseWhitespace: true, stripQuotes: true })).toBe('one two "three"');
    const asked = { pipeline_tag: 'question-answering', widgetData: [{ text: 'a\nb', context: 'c' }] };
    expect(await exampleOf(asked, { collapseWhitespace: true, stripQuotes: true })).toBe(
      '{ "question": "a b", "context": "c" }',
    );
  });

  test('comes from any card', async () => {
    const odd = fc.record({
      pipeline_tag: fc.oneof(fc.anything(), fc.constantFrom(...tasks.map(({ id }) => id))),
      mask_token: fc.anything({ withNullPrototype: true }),
      widgetData: fc.anything(),
    });
    await fc.assert(
      fc.asyncProperty(odd, async (card) => {
        expect(await exampleOf(card)).toEqual(expect.any(String));
      }),
    );
  });
});
