import { suggestedModels, taskSignature, taskGroups, taskNamed, tasks } from '@tryout/engine';
import type { ListedModel } from '@tryout/engine';
import { describe, expect, it } from 'vitest';

describe('tasks', () => {
  it.each(tasks)('C15: summarizes $id in a short sentence', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].+[a-z]\.$/);
    expect(summary.length).toBeLessThanOrEqual(70);
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

describe('taskGroups', () => {
  it('contain every task once, in display order', () => {
    const grouped = taskGroups.flatMap((group) => group.tasks);
    expect(new Set(grouped)).toEqual(new Set(tasks));
    expect(grouped).toHaveLength(tasks.length);
    for (const group of taskGroups) {
      const order = group.tasks.map((task) => tasks.indexOf(task));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
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
