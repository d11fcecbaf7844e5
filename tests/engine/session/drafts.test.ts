import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSession, defaultDeadlines, memoryTokenStore, type Session } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { answerJson, serve } from '../../support/loopback.ts';

let session: Session;

beforeEach(async () => {
  const { url } = await serve(answerJson([]));
  session = createSession({
    store: memoryTokenStore(),
    connect: () => ({
      transport: nodeTransport({ environment: {}, userAgent: 'test' }),
      hubUrl: url,
      inferenceUrl: url,
      deadlines: defaultDeadlines,
    }),
  });
});

afterEach(() => session.dispose());

describe('inputs of a task', () => {
  test('are restored after another task was selected', () => {
    session.chooseTask('sentence-similarity');
    session.fillExample({ sourceSentence: 'a cat', sentences: ['a dog', 'a tree', 'a stone'] });
    session.setParameters({ normalize: 'true' });
    session.chooseTask('translation');
    expect(session.getSnapshot()).toMatchObject({ values: { text: undefined }, parameters: {} });
    session.setValue('text', 'guten Tag');
    session.chooseTask('sentence-similarity');
    expect(session.getSnapshot()).toMatchObject({
      values: { sourceSentence: 'a cat', sentences: ['a dog', 'a tree', 'a stone'] },
      parameters: { normalize: 'true' },
    });
    session.chooseTask('translation');
    expect(session.getSnapshot()).toMatchObject({ values: { text: 'guten Tag' }, parameters: {} });
  });

  test('are independent of other tasks with the same field names', () => {
    session.chooseTask('summarization');
    session.setValue('text', 'long');
    session.chooseTask('translation');
    session.setValue('text', 'short');
    session.clear();
    session.chooseTask('summarization');
    expect(session.getSnapshot().values).toMatchObject({ text: 'long' });
  });

  test('can be transferred to another session', () => {
    session.chooseTask('summarization');
    session.setValue('text', 'long');
    session.chooseTask('translation');
    session.setValue('text', 'short');
    const inputs = session.inputsByTask();
    const other = createSession({
      store: memoryTokenStore(),
      connect: () => session.connection(),
      inputs,
    });
    other.chooseTask('translation');
    expect(other.getSnapshot().values).toMatchObject({ text: 'short' });
    other.chooseTask('summarization');
    expect(other.getSnapshot().values).toMatchObject({ text: 'long' });
    other.dispose();
  });

  test('stay cleared after another task was selected', () => {
    session.chooseTask('summarization');
    session.setValue('text', 'long');
    session.clear();
    session.chooseTask('translation');
    session.chooseTask('summarization');
    expect(session.getSnapshot().values['text']).toBeUndefined();
  });

  test('of an empty list are two empty entries', () => {
    session.chooseTask('translation');
    session.chooseTask('zero-shot-classification');
    expect(Object.values(session.getSnapshot().values)).toContainEqual(['', '']);
  });
});

describe('run options', () => {
  test('the billing account stays when the task changes', () => {
    session.chooseTask('summarization');
    session.setChoices({ billTo: 'first-org' });
    session.chooseTask('translation');
    expect(session.getSnapshot().choices).toEqual({ billTo: 'first-org' });
    session.setChoices({ billTo: 'second-org' });
    session.chooseTask('summarization');
    expect(session.getSnapshot().choices).toEqual({ billTo: 'second-org' });
    session.setChoices({});
    session.chooseTask('translation');
    expect(session.getSnapshot().choices).toEqual({});
  });

  test('changing the model drops provider and endpoint, but keeps the billing account', () => {
    session.chooseTask('text-generation');
    session.chooseModel('org/a');
    session.setChoices({ provider: 'groq', billTo: 'org', stream: false });
    session.chooseModel('org/a');
    expect(session.getSnapshot().choices).toEqual({ provider: 'groq', billTo: 'org', stream: false });
    session.chooseModel('org/b');
    expect(session.getSnapshot().choices).toEqual({ billTo: 'org', stream: false });
    session.setChoices({ endpointUrl: 'https://mine.test/', billTo: 'org' });
    session.chooseModel('org/a');
    expect(session.getSnapshot().choices).toEqual({ billTo: 'org' });
  });

  test('the provider does not apply to another task', () => {
    session.chooseTask('text-generation');
    session.chooseModel('org/a');
    session.setChoices({ provider: 'groq' });
    session.chooseTask('translation');
    session.chooseModel('org/t');
    expect(session.getSnapshot().choices).toEqual({});
    session.chooseTask('text-generation');
    session.chooseModel('org/b');
    expect(session.getSnapshot().choices).toEqual({});
  });
});
