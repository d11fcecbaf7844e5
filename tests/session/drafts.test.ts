import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSession, defaultDeadlines, memoryTokenStore, type Session } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { sendJson, serve } from '../support/loopback.ts';

let session: Session;

beforeEach(async () => {
  const { url } = await serve((_received, response) => sendJson(response, []));
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

describe('what was filled in for a task', () => {
  test('is there again after another task was tried', () => {
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

  test('is not changed by what is filled in for a task with fields of the same name', () => {
    session.chooseTask('summarization');
    session.setValue('text', 'long');
    session.chooseTask('translation');
    session.setValue('text', 'short');
    session.clear();
    session.chooseTask('summarization');
    expect(session.getSnapshot().values).toMatchObject({ text: 'long' });
  });

  test('can be given to another session, that of the chosen task as it is now', () => {
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

  test('is gone where it was cleared', () => {
    session.chooseTask('summarization');
    session.setValue('text', 'long');
    session.clear();
    session.chooseTask('translation');
    session.chooseTask('summarization');
    expect(session.getSnapshot().values['text']).toBeUndefined();
  });

  test('a list begins with two entries where nothing was filled in', () => {
    session.chooseTask('translation');
    session.chooseTask('zero-shot-classification');
    expect(Object.values(session.getSnapshot().values)).toContainEqual(['', '']);
  });
});

describe('choices beside the inputs', () => {
  test('whom to bill stays, whatever task is tried, also for one that was tried before', () => {
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

  test('a provider and an address are of one model: another one drops them, not whom to bill', () => {
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

  test('the provider of another task is not asked for', () => {
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
