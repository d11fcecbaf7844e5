import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  canContinue,
  createSession,
  currentRequest,
  defaultDeadlines,
  fileFromBlob,
  forgetModels,
  memoryTokenStore,
  type Connection,
  type Session,
  type SessionState,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { startSandbox, type RecordedRequest, type Sandbox } from '@tryout/sandbox';
import { blackPng } from '../../support/black-png.ts';

let sandbox: Sandbox;
let session: Session;
const received: RecordedRequest[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ onRequest: (request) => void received.push(request) });
});
afterAll(() => sandbox.close());

const connect = (token?: string): Connection => ({
  hubUrl: sandbox.hubUrl,
  inferenceUrl: sandbox.inferenceUrl,
  token,
  deadlines: defaultDeadlines,
  transport: nodeTransport({ environment: {}, userAgent: 'test' }),
});

beforeEach(() => {
  forgetModels();
  session = createSession({ connect, store: memoryTokenStore(), token: 'hf_guest' });
  session.chooseTask('text-generation');
});
afterEach(() => session.dispose());

const known = (condition: (state: SessionState) => boolean) =>
  expect.poll(() => condition(session.getSnapshot())).toBe(true);

async function choose(model: string) {
  session.chooseModel(model);
  await known(({ chatSupport }) => chatSupport !== undefined);
}

async function say(text: string) {
  session.setValue('text', text);
  await session.run();
}

const exchanges = () =>
  session.getSnapshot().chat.exchanges.map(({ prompt, answer }) => [prompt.text, answer]);

function lastMessages(): unknown {
  const last = received.findLast(({ url }) => url.endsWith('/chat/completions'))!;
  return (JSON.parse(Buffer.from(last.body).toString()) as { messages: unknown }).messages;
}

test('W3: a conversation sends its system prompt and earlier messages, and empties the input', async () => {
  await choose('sandbox/plain-assistant');
  session.changeChat({ system: 'Be brief.' });
  await say('My name is Ada');
  await say('What is my name?');
  expect(exchanges()).toEqual([
    ['My name is Ada', 'Hello Ada, I will remember your name in this conversation.'],
    ['What is my name?', 'Your name is Ada.'],
  ]);
  expect(lastMessages()).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'My name is Ada' },
    { role: 'assistant', content: 'Hello Ada, I will remember your name in this conversation.' },
    { role: 'user', content: 'What is my name?' },
  ]);
  const { values, chat } = session.getSnapshot();
  expect(values['text']).toBeUndefined();
  expect(chat.exchanges[1]!.result?.usage).toMatchObject({ output: 4 });
  session.setValue('text', 'And now?');
  const next = await currentRequest(connect('hf_guest'), session.getSnapshot(), new AbortController().signal);
  expect(next?.wire.body).toMatchObject({ json: { messages: { length: 6 } } });
});

test('W3: reasoning stays with its answer and is not sent back', async () => {
  await choose('sandbox/plain-assistant');
  session.setParameters({ reasoning_effort: 'low' });
  await say('What is 2 + 3?');
  expect(session.getSnapshot().chat.exchanges[0]!.view.reasoning).toContain('Arithmetic? Yes.');
  await say('Thank you');
  expect(JSON.stringify(lastMessages())).not.toContain('Arithmetic?');
});

test('C2: an answer that was cut off can be continued', async () => {
  await choose('sandbox/plain-assistant');
  await say('What can you do?');
  const [[, whole]] = exchanges() as [[string, string]];
  expect(canContinue(session.getSnapshot())).toBe(false);
  session.clear();
  session.setParameters({ max_tokens: '10' });
  await say('What can you do?');
  expect(canContinue(session.getSnapshot())).toBe(true);
  session.setParameters({});
  const canceled = session.continueAnswer();
  session.cancel();
  await canceled;
  expect(session.getSnapshot().values['text']).toBeUndefined();
  await session.continueAnswer();
  const parts = exchanges().map(([, answer]) => answer);
  expect(parts).toHaveLength(2);
  expect(parts.join('')).toBe(whole);
});

test('the last message can be edited and answered again, and both can be undone', async () => {
  await choose('sandbox/plain-assistant');
  await say('Spell one');
  await say('Spell two');
  await session.regenerate();
  expect(exchanges()).toEqual([
    ['Spell one', 'O-N-E'],
    ['Spell two', 'T-W-O'],
  ]);
  session.editMessage();
  expect(session.getSnapshot().values['text']).toBe('Spell two');
  expect(exchanges()).toHaveLength(2);
  session.restore();
  expect(session.getSnapshot()).toMatchObject({ values: { text: undefined }, chat: { editing: undefined } });
  session.editMessage();
  await say('Spell ten');
  expect(exchanges()).toEqual([
    ['Spell one', 'O-N-E'],
    ['Spell ten', 'T-E-N'],
  ]);
  session.clear();
  expect(exchanges()).toEqual([]);
  session.restore();
  expect(exchanges()).toHaveLength(2);
});

test('W21: edits and answers again at any turn keep the earlier versions as drafts, also nested ones', async () => {
  await choose('sandbox/plain-assistant');
  for (const word of ['one', 'two', 'six']) await say(`Spell ${word}`);
  const { id } = session.getSnapshot().chat;
  session.editMessage(1);
  await say('Spell ten');
  await say('Spell cat');
  await session.regenerate(2);
  expect(exchanges().map(([, answer]) => answer)).toEqual(['O-N-E', 'T-E-N', 'C-A-T']);
  const drafts = () => session.getSnapshot().chat.exchanges.map((each) => each.drafts?.at);
  expect(drafts()).toEqual([undefined, 1, 1]);
  session.showDraft(1, 0);
  expect(exchanges().map(([, answer]) => answer)).toEqual(['O-N-E', 'T-W-O', 'S-I-X']);
  session.showDraft(1, 7);
  session.showDraft(5, 0);
  session.showDraft(1, 1);
  expect(drafts()).toEqual([undefined, 1, 1]);
  session.newChat(1);
  expect(exchanges()).toHaveLength(1);
  expect(session.getSnapshot().chat.id).toBeUndefined();
  session.restore();
  expect(session.getSnapshot().chat.id).toBe(id);
});

test('T10: an edit that fails keeps the turn and the edited message, and canceling it the unsent one', async () => {
  await choose('sandbox/plain-assistant');
  await say('Spell one');
  session.setValue('text', 'unsent');
  session.editMessage();
  session.editMessage();
  session.cancelEdit();
  expect(session.getSnapshot()).toMatchObject({ values: { text: 'unsent' }, chat: { editing: undefined } });
  session.editMessage();
  session.setParameters({ temperature: '9' });
  await say('Spell two');
  expect(session.getSnapshot()).toMatchObject({ run: { status: 'failed' }, values: { text: 'Spell two' } });
  expect(exchanges()).toEqual([['Spell one', 'O-N-E']]);
  session.setParameters({});
  await session.run();
  expect(exchanges()).toEqual([['Spell two', 'T-W-O']]);
});

test('T10: a new chat keeps the system prompt and the parameters, and can be undone', async () => {
  await choose('sandbox/plain-assistant');
  session.changeChat({ system: 'Be brief.' });
  session.setParameters({ max_tokens: '50' });
  await say('Spell one');
  session.newChat();
  expect(exchanges()).toEqual([]);
  expect(session.getSnapshot()).toMatchObject({
    parameters: { max_tokens: '50' },
    chat: { system: 'Be brief.' },
    run: { status: 'idle' },
  });
  session.restore();
  expect(exchanges()).toEqual([['Spell one', 'O-N-E']]);
});

test('a message that fails goes back into the input, and earlier messages stay', async () => {
  await choose('sandbox/plain-assistant');
  await say('Spell one');
  session.setParameters({ temperature: '9' });
  await say('Spell two');
  expect(session.getSnapshot()).toMatchObject({ run: { status: 'failed' }, values: { text: 'Spell two' } });
  expect(exchanges()).toHaveLength(1);
  await session.regenerate();
  expect(session.getSnapshot().run.status).toBe('failed');
  expect(exchanges()).toEqual([['Spell one', 'O-N-E']]);
});

test('a stream that breaks off leaves its part in the conversation', async () => {
  await choose('trouble/stream-cut');
  await say('one two three');
  expect(session.getSnapshot().run.status).toBe('failed');
  expect(exchanges()).toEqual([['one two three', 'one two three']]);
  expect(canContinue(session.getSnapshot())).toBe(true);
});

test('S1: models that take images are listed, and get images as image_url', async () => {
  await known(({ models }) => models.status === 'loaded');
  expect(session.getSnapshot().models.models.map(({ name }) => name)).toContain('sandbox/picture-assistant');
  await choose('sandbox/picture-assistant');
  expect(session.getSnapshot().chatSupport).toBe('images');
  session.changeChat({
    images: [fileFromBlob(new Blob([new Uint8Array(blackPng(3, 2))]), 'a.png', 'image/png')],
  });
  await say('How big is it?');
  await say('What is its main color?');
  expect(exchanges().map(([, answer]) => answer)).toEqual(['**3 by 2 pixels** (100%)', '**black** (100%)']);
  expect(session.getSnapshot().chat.images).toEqual([]);
  const unsent = fileFromBlob(new Blob([new Uint8Array(blackPng(1, 1))]), 'b.png', 'image/png');
  for (const text of ['unsent', undefined]) {
    session.setValue('text', text);
    session.changeChat({ images: [unsent] });
    session.editMessage(0);
    expect(session.getSnapshot().chat.images).toMatchObject([{ name: 'a.png' }]);
    session.cancelEdit();
    expect(session.getSnapshot()).toMatchObject({ values: { text }, chat: { images: [unsent] } });
  }
  expect(lastMessages()).toMatchObject([
    {
      content: [
        { type: 'text', text: 'How big is it?' },
        {
          type: 'image_url',
          image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) as string },
        },
      ],
    },
    { role: 'assistant' },
    { content: 'What is its main color?' },
  ]);
});

test('the cost is computed from the price of the router when the server does not report it', async () => {
  await choose('sandbox/plain-assistant');
  session.setChoices({ provider: 'groq' });
  await say('Spell one');
  await known(({ chat }) => chat.exchanges[0]?.result?.cost !== undefined);
  expect(session.getSnapshot().chat.exchanges[0]!.result!.cost).toBeGreaterThan(0);
});

test('models without chat have no conversation', async () => {
  await choose('sandbox/fable-markov-chain');
  expect(session.getSnapshot().chatSupport).toBe('none');
  session.changeChat({ system: 'Be brief.' });
  await say('The fox');
  expect(session.getSnapshot().run.error?.message).toBe(
    'sandbox/fable-markov-chain does not support conversations',
  );
});
