import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  canRun,
  createSession,
  defaultDeadlines,
  forgetModels,
  isRunning,
  memoryTokenStore,
  missingInputs,
  modelsMessage,
  type Session,
  type SessionState,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { fakeHub, hubModel, type FakeHub } from '../../support/fake-hub.ts';
import { answerJson, sendJson, serve } from '../../support/loopback.ts';

const chatModel = hubModel('org/a', { task: 'text-generation', serves: 'conversational' });

let hub: FakeHub;
let session: Session;

/** Resolves with the first state that satisfies the condition. */
function state(condition: (state: SessionState) => boolean): Promise<SessionState> {
  return new Promise((resolve) => {
    const check = () => {
      const snapshot = session.getSnapshot();
      if (!condition(snapshot)) return;
      stop();
      resolve(snapshot);
    };
    const stop = session.subscribe(check);
    check();
  });
}

function open(token?: string) {
  const store = memoryTokenStore(token);
  session = createSession({
    store,
    token,
    connect: (current) => ({
      transport: nodeTransport({ environment: {}, userAgent: 'test' }),
      hubUrl: hub.url,
      inferenceUrl: hub.url,
      deadlines: defaultDeadlines,
      token: current,
    }),
  });
  return store;
}

beforeEach(async () => {
  hub = await fakeHub({
    listing: [
      { id: 'org/a', downloads: 2 },
      { id: 'org/b', downloads: 1 },
    ],
    models: [hubModel('org/a'), hubModel('org/b')],
  });
});

afterEach(() => {
  session.dispose();
  forgetModels();
});

/** A session with everything that a run needs: token, task, model and text. */
function ready(text = 'good') {
  const store = open('hf_test');
  session.chooseTask('text-classification');
  session.chooseModel('org/a');
  session.setValue('text', text);
  return store;
}

describe('signing in', () => {
  test('a pasted token is stored; the account is loaded afterwards', async () => {
    const store = open();
    await session.signIn('  hf_pasted\n');
    expect(session.getSnapshot().signIn.status).toBe('signed-in');
    expect(await store.read()).toEqual({ token: 'hf_pasted' });
    const { signIn } = await state(({ signIn: current }) => current.identity !== undefined);
    expect(signIn.identity?.name).toBe('someone');
    expect(hub.received[0]?.headers.authorization).toBe('Bearer hf_pasted');
  });

  test('a token without the prefix is rejected with the specified message before any request', async () => {
    const store = open();
    await session.signIn('api_secret');
    const { signIn } = session.getSnapshot();
    expect(signIn.status).toBe('signed-out');
    expect(signIn.error).toBeInstanceOf(TypeError);
    expect(signIn.error?.message).toBe("Your access token must start with 'hf_'");
    expect(await store.read()).toEqual({});
    expect(hub.received).toEqual([]);
  });

  test('F26: a 401 requires a new token and keeps the inputs', async () => {
    hub.replies.inference = answerJson({ error: 'Invalid token' }, 401);
    ready('typed with care');
    await session.run();
    const { signIn, run, values } = session.getSnapshot();
    expect(signIn.status).toBe('expired');
    expect(run).toMatchObject({ status: 'failed' });
    expect(values['text']).toBe('typed with care');
  });

  test('signing out cancels the run, deletes the token and keeps the inputs', async () => {
    hub.replies.inference = () => undefined;
    const store = ready('typed');
    const run = session.run();
    const request = await hub.arrival('hf-inference');
    await session.signOut();
    await run;
    expect(await request.left).toBe(true);
    const { signIn, run: after, values } = session.getSnapshot();
    expect(signIn).toEqual({ status: 'signed-out' });
    expect(await store.read()).toEqual({});
    expect(after).toEqual({ status: 'idle' });
    expect(values['text']).toBe('typed');
  });

  test('F26: a 401 of an endpoint that received no token does not affect the sign-in', async () => {
    const foreign = await serve(answerJson({ error: 'Who are you?' }, 401));
    ready();
    // Endpoints on other hosts get no token.
    session.setChoices({ endpointUrl: foreign.otherUrl });
    await session.run();
    expect(foreign.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(session.getSnapshot()).toMatchObject({
      run: { status: 'failed' },
      signIn: { status: 'signed-in' },
    });
  });

  test('signing out while models load allows loading them again', async () => {
    hub.replies.listing = () => undefined;
    open('hf_test');
    session.chooseTask('translation');
    await hub.arrival('/api/models?');
    await session.signOut();
    expect(session.getSnapshot().models.status).toBe('idle');
    hub.replies.listing = [{ id: 'org/again' }];
    await session.signIn('hf_again');
    const { models } = await state((current) => current.models.status === 'loaded');
    expect(models.models.map(({ name }) => name)).toEqual(['org/again']);
  });

  test('F32: signing out in another tab cancels the run', async () => {
    hub.replies.inference = () => undefined;
    ready();
    const run = session.run();
    const request = await hub.arrival('hf-inference');
    session.adoptToken(undefined);
    await run;
    expect(await request.left).toBe(true);
    expect(session.getSnapshot().signIn.status).toBe('signed-out');
  });
});

describe('X11: switching accounts', () => {
  /** Starts a run of the account `someone` that gets no response. */
  async function runUnderWay() {
    hub.replies.inference = () => undefined;
    ready();
    session.adoptToken('hf_someone', 'someone');
    const run = session.run();
    return { run, request: await hub.arrival('hf-inference') };
  }

  const stopped = {
    status: 'failed',
    error: {
      name: 'SignInError',
      message: 'The account changed during the run, so the run was stopped',
      hint: 'Run it again to use the new account.',
    },
  };

  test.each<[string, () => unknown]>([
    ['signs in through the hub', () => session.adoptToken('hf_other', 'other')],
    ['pastes a token', () => session.adoptToken('hf_other')],
    ['signs in here', () => session.signIn('hf_other')],
  ])('%s: cancels the run with a message and sends nothing more for it', async (_how, change) => {
    const { run, request } = await runUnderWay();
    await change();
    await run;
    expect(await request.left).toBe(true);
    expect(session.getSnapshot()).toMatchObject({ run: stopped, signIn: { status: 'signed-in' } });
    expect(hub.runs()).toHaveLength(1);
    hub.replies.inference = [{ label: 'good', score: 1 }];
    await session.run();
    expect(hub.runs().at(-1)?.headers.authorization).toBe('Bearer hf_other');
  });

  test('does not cancel the run if the new token is for the same account', async () => {
    let answer: () => void = () => undefined;
    hub.replies.inference = (_received, response) => {
      answer = () => sendJson(response, [{ label: 'good', score: 1 }]);
    };
    ready();
    session.adoptToken('hf_someone', 'someone');
    const run = session.run();
    await hub.arrival('hf-inference');
    session.adoptToken('hf_renewed', 'someone');
    answer();
    await run;
    expect(session.getSnapshot().run.status).toBe('done');
  });

  test('reloads a model list that is loading', async () => {
    hub.replies.listing = () => undefined;
    open('hf_someone');
    session.chooseTask('translation');
    await hub.arrival('/api/models?');
    hub.replies.listing = [{ id: 'org/of-other' }];
    session.adoptToken('hf_other');
    const { models } = await state((current) => current.models.status === 'loaded');
    expect(models.models.map(({ name }) => name)).toEqual(['org/of-other']);
    expect(hub.to('/api/models').at(-1)?.headers.authorization).toBe('Bearer hf_other');
  });
});

describe('models', () => {
  test('the list reports loading and loaded with the specified messages', async () => {
    open();
    expect(modelsMessage(session.getSnapshot())).toBe('Select a task to view available models');
    session.chooseTask('translation');
    expect(modelsMessage(session.getSnapshot())).toBe('Loading models for this task');
    const loaded = await state(({ models }) => models.status === 'loaded');
    expect(loaded.models.models.map(({ name }) => name)).toEqual(['org/a', 'org/b']);
    expect(modelsMessage(loaded)).toBeUndefined();
  });

  test('an empty list is reported', async () => {
    hub.replies.listing = [];
    open();
    session.chooseTask('translation');
    expect(modelsMessage(await state(({ models }) => models.status === 'loaded'))).toBe(
      'No models available for this task',
    );
  });

  test('F51: a list of the previous task is dropped', async () => {
    let answerLate: () => void = () => undefined;
    const { listing } = hub.replies;
    hub.replies.listing = (_received, response) => {
      answerLate = () => sendJson(response, [{ id: 'org/late' }]);
    };
    open();
    session.chooseTask('translation');
    const request = await hub.arrival('translation');
    hub.replies.listing = listing;
    session.chooseTask('summarization');
    expect(await request.left).toBe(true);
    answerLate();
    const { models } = await state((current) => current.models.status === 'loaded');
    expect(models.models.map(({ name }) => name)).toEqual(['org/a', 'org/b']);
  });

  test('a list that failed to load shows the error and can be retried', async () => {
    hub.replies.listing = answerJson({ error: 'Down for repair' }, 500);
    open();
    session.chooseTask('translation');
    const { models } = await state((current) => current.models.status === 'failed');
    expect(models.error?.message).toContain('Down for repair');
    hub.replies.listing = [{ id: 'org/again' }];
    session.listModels('again');
    const again = await state((current) => current.models.status === 'loaded');
    expect(again.models).toMatchObject({ search: 'again', models: [{ name: 'org/again' }] });
    expect(hub.received.at(-1)?.url).toContain('search=again');
  });

  test('S12: the filter is kept when the task changes, the search is not', async () => {
    hub.replies.listing = [{ id: 'org/some' }];
    const listed = () => state((current) => current.models.status === 'loaded');
    open();
    expect(session.getSnapshot().availableOnly).toBe(true);
    session.chooseTask('translation');
    await listed();
    session.filterModels(false);
    session.listModels('some');
    expect((await listed()).models.search).toBe('some');
    session.chooseTask('summarization');
    expect(await listed()).toMatchObject({ availableOnly: false, models: { search: undefined } });
    // A search that fails keeps the models from before, but not those of another task.
    await new Promise((resolve) => setImmediate(resolve));
    hub.replies.listing = answerJson({ error: 'Down for repair' }, 500);
    session.chooseTask('fill-mask');
    await state(({ models }) => models.status === 'failed');
    session.listModels('some');
    await state(({ models }) => models.status === 'failed' && models.search === 'some');
    expect(session.getSnapshot().models.models).toEqual([]);
  });

  test('a list that failed to load is reloaded with the next token', async () => {
    hub.replies.listing = answerJson({ error: 'Invalid credentials' }, 401);
    open('hf_void');
    session.chooseTask('translation');
    await state((current) => current.models.status === 'failed');
    expect(session.getSnapshot().signIn.status).toBe('expired');
    hub.replies.listing = [{ id: 'org/again' }];
    await session.signIn('hf_good');
    const { models } = await state((current) => current.models.status === 'loaded');
    expect(models.models.map(({ name }) => name)).toEqual(['org/again']);
  });

  test('selecting another task clears model, inputs, parameters and result', async () => {
    hub.replies.inference = [[{ label: 'GOOD', score: 1 }]];
    ready();
    session.setParameters({ top_k: '1' });
    await session.run();
    session.chooseTask('sentence-similarity');
    expect(session.getSnapshot()).toMatchObject({
      model: undefined,
      values: { sourceSentence: undefined, sentences: ['', ''] },
      parameters: {},
      run: { status: 'idle' },
    });
  });
});

describe('inputs', () => {
  test('a run requires a model and all required inputs', () => {
    open('hf_test');
    session.chooseTask('sentence-similarity');
    expect(missingInputs(session.getSnapshot())).toEqual(['sourceSentence', 'sentences']);
    session.fillExample({ sourceSentence: 'a', sentences: ['b', ''] });
    expect(missingInputs(session.getSnapshot())).toEqual(['sentences']);
    session.setValue('sentences', ['b', 'c']);
    expect(canRun(session.getSnapshot())).toBe(false);
    session.chooseModel('org/a');
    expect(canRun(session.getSnapshot())).toBe(true);
    session.setValue('sentences', ['b', 'c', '']);
    expect(canRun(session.getSnapshot())).toBe(false);
  });

  test('a custom endpoint requires no model', () => {
    open('hf_test');
    session.chooseTask('text-classification');
    session.setValue('text', 'good');
    session.setChoices({ endpointUrl: `${hub.url}/mine` });
    expect(canRun(session.getSnapshot())).toBe(true);
  });

  test('a chat at a custom endpoint names the chosen model, as in the command line', async () => {
    hub.replies.inference = answerJson({ error: 'No' }, 400);
    ready();
    session.chooseTask('text-generation');
    session.chooseModel('org/a');
    session.setValue('text', 'Hello');
    session.setChoices({ endpointUrl: `${hub.url}/mine/v1/chat/completions` });
    await session.run();
    expect(JSON.parse(hub.runs()[0]!.body.toString())).toMatchObject({
      model: 'org/a',
    });
  });

  test('Clear removes inputs, error and result', async () => {
    hub.replies.inference = answerJson({ error: 'No' }, 400);
    ready();
    await session.run();
    expect(session.getSnapshot().run.status).toBe('failed');
    session.clear();
    expect(session.getSnapshot()).toMatchObject({
      run: { status: 'idle' },
      values: { text: undefined },
      model: 'org/a',
    });
  });

  test('cleared inputs can be restored, even after typing', () => {
    ready();
    session.setParameters({ top_k: '2' });
    const { values } = session.getSnapshot();
    session.clear();
    expect(session.getSnapshot()).toMatchObject({ replacedBy: 'clear', clearCount: 1, parameters: {} });
    session.setValue('text', 'other');
    expect(session.getSnapshot().replacedBy).toBeUndefined();
    expect(session.restore()).toBe(true);
    expect(session.getSnapshot()).toMatchObject({ values, parameters: { top_k: '2' }, replaced: [] });
    expect(session.restore()).toBe(false);
    session.clear();
    session.setValue('text', 'other');
    session.clear();
    session.restore();
    expect(session.getSnapshot()).toMatchObject({ values: { text: 'other' }, replacedBy: undefined });
    session.restore();
    expect(session.getSnapshot().values).toEqual(values);
  });

  test('undo after several examples restores the inputs before the first one', () => {
    ready();
    const { values } = session.getSnapshot();
    session.fillExample({ text: 'first' });
    session.fillExample({ text: 'second' });
    expect(session.getSnapshot().replacedBy).toBe('example');
    session.restore();
    expect(session.getSnapshot().values).toEqual(values);
    expect(session.restore()).toBe(false);
  });

  test('a draft is dropped when its field gets another value, and restored by undo', () => {
    ready();
    session.setValue('text', undefined, { text: 'typed' });
    session.clear();
    expect(session.getSnapshot().drafts['text']).toBeUndefined();
    session.restore();
    expect(session.getSnapshot().drafts['text']).toEqual({ text: 'typed' });
    session.setValue('text', 'else');
    expect(session.getSnapshot().drafts['text']).toBeUndefined();
  });

  test('undo is not available for another task or after the inputs were discarded', () => {
    ready();
    session.clear();
    session.forgetInputs();
    expect(session.restore()).toBe(false);
    session.clear();
    session.chooseTask('translation');
    expect(session.restore()).toBe(false);
  });
});

describe('running', () => {
  test('a run is idle, loading, then has a result; a new run clears the previous result', async () => {
    hub.replies.inference = [[{ label: 'GOOD', score: 1 }]];
    ready();
    const seen: string[] = [];
    session.subscribe(() => seen.push(session.getSnapshot().run.status));
    await session.run();
    expect(new Set(seen)).toEqual(new Set(['loading', 'done']));
    expect(session.getSnapshot().run.result?.value).toEqual([{ label: 'GOOD', score: 1 }]);
    const again = session.run();
    expect(session.getSnapshot().run).toMatchObject({
      status: 'loading',
      inputs: { values: { text: 'good' } },
    });
    expect(session.getSnapshot().run.result).toBeUndefined();
    await again;
  });

  test('an error has a message and keeps the inputs', async () => {
    hub.replies.inference = answerJson({ error: 'Token indices are too long' }, 400);
    ready('typed');
    await session.run();
    const { run, values } = session.getSnapshot();
    expect(run.error?.message).toBe('Token indices are too long');
    expect(values['text']).toBe('typed');
  });

  test('F51: starting a second run during a run sends nothing', async () => {
    let answer: () => void = () => undefined;
    hub.replies.inference = (_received, response) => {
      answer = () => sendJson(response, [[{ label: 'GOOD', score: 1 }]]);
    };
    ready();
    const first = session.run();
    await session.run();
    await hub.arrival('hf-inference');
    await session.run();
    answer();
    await first;
    expect(hub.runs()).toHaveLength(1);
  });

  test('F51: changing the model aborts the request and its response is never shown', async () => {
    hub.replies.inference = ({ url }, response) => {
      if (url.endsWith('org/b')) sendJson(response, [[{ label: 'OF B', score: 1 }]]);
    };
    ready();
    const late = session.run();
    const request = await hub.arrival('hf-inference/models/org/a');
    session.chooseModel('org/b');
    expect(await request.left).toBe(true);
    await late;
    expect(session.getSnapshot().run.status).toBe('idle');
    await session.run();
    expect(session.getSnapshot().run.result?.value).toEqual([{ label: 'OF B', score: 1 }]);
  });

  test('canceling a run closes the connection', async () => {
    hub.replies.inference = () => undefined;
    ready('typed');
    const run = session.run();
    const request = await hub.arrival('hf-inference');
    session.cancel();
    expect(session.getSnapshot().run.status).toBe('canceled');
    await run;
    expect(await request.left).toBe(true);
    expect(session.getSnapshot().run.status).toBe('canceled');
    expect(isRunning(session.getSnapshot())).toBe(false);
    expect(session.getSnapshot().values['text']).toBe('typed');
  });

  test('a stream is shown as it arrives, and canceling keeps the partial answer', async () => {
    hub.replies.model = chatModel;
    hub.replies.inference = (_received, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n');
    };
    open('hf_test');
    session.chooseTask('text-generation');
    session.chooseModel('org/a');
    session.setValue('text', 'Hi');
    const run = session.run();
    const streaming = await state((current) => current.run.status === 'streaming');
    expect(streaming.run.partial?.text).toBe('Hello');
    session.cancel();
    await run;
    expect(session.getSnapshot().run).toMatchObject({ status: 'canceled', partial: { text: 'Hello' } });
  });

  test('W1: streamed reasoning is separate from the text', async () => {
    hub.replies.model = chatModel;
    hub.replies.inference = (_received, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"reasoning_content":"They say hi."}}]}\n\n');
      response.write('data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n');
    };
    open('hf_test');
    session.chooseTask('text-generation');
    session.chooseModel('org/a');
    session.setValue('text', 'Hi');
    const run = session.run();
    await state((current) => Boolean(current.run.partial?.text));
    session.cancel();
    await run;
    expect(session.getSnapshot().run).toMatchObject({
      status: 'canceled',
      partial: { reasoning: 'They say hi.', text: 'Hello' },
    });
  });

  test('waiting for a loading model is reported', async () => {
    const loading = answerJson({ error: 'Model org/a is currently loading', estimated_time: 20 }, 503);
    hub.replies.first = ({ url }) =>
      url.includes('hf-inference') && hub.runs().length === 1 ? loading : undefined;
    ready();
    const run = session.run();
    const waiting = await state((current) => current.run.waiting !== undefined);
    expect(waiting.run.waiting).toEqual({ seconds: 20 });
    await run;
    expect(session.getSnapshot().run.status).toBe('done');
  });

  test('the state contains the frozen request that was sent', async () => {
    hub.replies.inference = [[{ label: 'GOOD', score: 1 }]];
    ready();
    await session.run();
    const { request } = session.getSnapshot().run;
    expect(request?.wire.url).toBe(`${hub.url}/hf-inference/models/org/a`);
    expect(Object.isFrozen(request?.wire)).toBe(true);
    expect(Object.isFrozen(request?.run.values)).toBe(true);
  });
});
