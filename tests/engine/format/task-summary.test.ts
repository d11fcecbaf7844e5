import { suggestedModels, taskSignature, taskNamed, tasks } from '@tryout/engine';
import type { ListedModel } from '@tryout/engine';
import { describe, expect, it } from 'vitest';

describe('tasks', () => {
  it('C15: are summarized in a short sentence each', () => {
    for (const { summary } of tasks) expect(summary).toMatch(/^[A-Z].{1,67}[a-z]\.$/);
  });

  it('have aliases that are unambiguous, and suggestions for misspelled ones', () => {
    const names = tasks.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(taskNamed('Speech to Text').id).toBe('automatic-speech-recognition');
    expect(() => taskNamed('summarized')).toThrow(
      expect.objectContaining({ hint: 'Did you mean summarize (summarization)?' }),
    );
  });
});

describe('taskSignature', () => {
  it('names inputs by label, or by kind if the label is generic', () => {
    expect(taskSignature(taskNamed('visual-question-answering'))).toEqual({
      inputs: ['question', 'image'],
      output: 'answers with scores',
    });
    expect(taskSignature(taskNamed('zero-shot-image-classification')).inputs).toEqual([
      'image',
      'candidate labels',
    ]);
  });
});

describe('modelsToBegin', () => {
  const model = (name: string, more: Partial<ListedModel> = {}): ListedModel => ({
    name,
    downloads: 0,
    likes: 0,
    private: false,
    gated: false,
    providers: [],
    ...more,
  });
  const served = (name: string, more: Partial<ListedModel> = {}) =>
    model(name, { providers: ['somebody'], ...more });

  it('are public available models, in list order', () => {
    const listed = [
      model('a/unserved'),
      served('b/first'),
      served('c/gated', { gated: 'auto' }),
      served('d/private', { private: true }),
      served('e/second'),
      served('f/third'),
    ];
    expect(suggestedModels(listed, 2)).toEqual({ models: [listed[1], listed[4]], haveProvider: true });
  });

  it('are other models if none is available', () => {
    const listed = [model('a/gated', { gated: 'manual' }), model('b/open')];
    expect(suggestedModels(listed, 5)).toEqual({ models: [listed[1]], haveProvider: false });
    expect(suggestedModels([], 5)).toEqual({ models: [], haveProvider: false });
  });
});
