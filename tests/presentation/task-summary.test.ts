import { suggestedModels, taskSignature, taskSummary, taskGroups, taskNamed, tasks } from '@tryout/engine';
import type { ListedModel } from '@tryout/engine';
import { describe, expect, it } from 'vitest';

describe('taskSummary', () => {
  it.each(tasks)('is one short sentence from the description of $id', (task) => {
    const summary = taskSummary(task);
    expect(summary).toMatch(/^[A-Z].+[a-z]\.$/);
    expect(summary.length).toBeLessThanOrEqual(105);
    expect(task.summary.toLowerCase()).toContain(summary.slice(0, -1).toLowerCase());
  });

  it('omits the task name and parenthetical phrases', () => {
    expect(taskSummary(taskNamed('document-question-answering'))).toBe(
      'Answering questions on document images.',
    );
    expect(
      taskSummary({ summary: 'Sorting is the task of ordering things, such as A, B and C. Much used.' }),
    ).toBe('Ordering things.');
  });

  it('is empty without a description', () => {
    expect(taskSummary({ summary: '' })).toBe('');
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
