import { suggestedModels, taskExchange, taskSummary, taskGroups, taskNamed, tasks } from '@tryout/engine';
import type { ListedModel } from '@tryout/engine';
import { describe, expect, it } from 'vitest';

describe('taskSummary', () => {
  it.each(tasks)('is one short whole sentence of the description of $id', (task) => {
    const gist = taskSummary(task);
    expect(gist).toMatch(/^[A-Z].+[a-z]\.$/);
    expect(gist.length).toBeLessThanOrEqual(105);
    expect(task.summary.toLowerCase()).toContain(gist.slice(0, -1).toLowerCase());
  });

  it('leaves out what the name says already, and what is added in commas', () => {
    expect(taskSummary(taskNamed('document-question-answering'))).toBe(
      'Answering questions on document images.',
    );
    expect(
      taskSummary({ summary: 'Sorting is the task of ordering things, such as A, B and C. Much used.' }),
    ).toBe('Ordering things.');
  });

  it('is empty where there is no description', () => {
    expect(taskSummary({ summary: '' })).toBe('');
  });
});

describe('taskExchange', () => {
  it('names inputs by their labels, and by their kinds where a label says nothing', () => {
    expect(taskExchange(taskNamed('visual-question-answering'))).toEqual({
      takes: ['question', 'image'],
      gives: 'answers with scores',
    });
    expect(taskExchange(taskNamed('zero-shot-image-classification')).takes).toEqual([
      'image',
      'candidate labels',
    ]);
  });
});

describe('taskGroups', () => {
  it('hold every task once, in display order', () => {
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

  it('are those that anyone may run now, the first of the list first', () => {
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

  it('are others where nobody serves one now', () => {
    const listed = [model('a/gated', { gated: 'manual' }), model('b/open')];
    expect(suggestedModels(listed, 5)).toEqual({ models: [listed[1]], haveProvider: false });
    expect(suggestedModels([], 5)).toEqual({ models: [], haveProvider: false });
  });
});
