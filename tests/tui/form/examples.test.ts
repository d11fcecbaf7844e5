import { expect, test } from 'vitest';
import { sendJson, serve, type RequestHandler } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { formLines, formOf } from './form.ts';

const sandbox = await recordingSandbox();

/** A hub whose models have the cards that are given. */
async function hubOf(
  card: object,
  widgets: RequestHandler = (_request, response) => sendJson(response, card),
) {
  const { url, received } = await serve((request, response) => {
    if (request.url === '/api/whoami-v2') return sendJson(response, { name: 'filler', orgs: [] });
    if (request.url.includes('widgetData')) return widgets(request, response);
    if (request.url.startsWith('/api/models?')) return sendJson(response, []);
    sendJson(response, { id: 'some/model' });
  });
  return { hubUrl: url, inferenceUrl: url, received };
}

test('examples of the card come in its order, say which of how many, and go round', async () => {
  const form = await formOf(sandbox, 'question-answering', 'sandbox/word-overlap-answers');
  form.press('ctrl+x');
  await form.until(/Example 1 of 3: A capital/);
  expect(formLines(form.screen())).toEqual([
    'Input - Question',
    '❯ What is the capital of France?',
    'Input - Context',
    '  The capital of France is Paris. The capital of Italy is Rome.',
  ]);
  form.press('ctrl+x');
  await form.until(/Example 2 of 3/);
  form.press('ctrl+x');
  await form.until(/Example 3 of 3/);
  form.press('ctrl+x');
  await form.until(/Example 1 of 3/);
});

test('what was typed before the examples comes back', async () => {
  const form = await formOf(sandbox, 'sentence-similarity', 'sandbox/trigram-similarity');
  form.type('My own source');
  form.press('tab', 'tab');
  form.type('my second');
  form.press('ctrl+x');
  await form.until(/Example 1 of 1.*Ctrl-_ to undo/);
  expect(form.screen()).not.toMatch(/My own source/);
  // One more takes nothing away, whether it has come by then or not.
  form.press('ctrl+x', 'ctrl+_');
  const screen = await form.until(/My own source/);
  expect(formLines(screen)).toEqual([
    'Input - Source Sentence',
    '  My own source',
    'Input - Sentence #1',
    'Input - Sentence #2',
    '❯ my second',
    '  + Add Sentence',
  ]);
});

test('a file of the card is fetched and previewed', async () => {
  const form = await formOf(sandbox, 'visual-question-answering', 'sandbox/shape-questions');
  form.press('ctrl+x');
  await form.until((screen) => /shapes\.png/.test(screen) && /480 × 360/.test(screen));
  expect(form.screen()).toMatch(/How many red circles are there\?/);
});

test('where the card has none, the task has one, with the mask of the model', async () => {
  const form = await formOf(await hubOf({ mask_token: '[GAP]' }), 'fill-mask', 'some/model');
  form.press('ctrl+x');
  await form.until(/Example 1 of 1/);
  expect(formLines(form.screen())[1]).toMatch(/^❯ .*\[GAP\]/);
});

test('what the card leaves open comes from the task, unless it was filled in', async () => {
  const hub = await hubOf({ widgetData: [{ text: 'A text of the card' }] });
  const form = await formOf(hub, 'zero-shot-classification', 'some/model');
  form.press('ctrl+x');
  const screen = await form.until(/Example 1 of 1/);
  expect(formLines(screen)[1]).toBe('❯ A text of the card');
  expect(screen).toMatch(/\[ Run \] Enter/);
  form.press('ctrl+l');
  await form.until(/Cleared/);
  form.press('tab');
  form.type('mine');
  form.press('enter');
  form.type('yours');
  await form.until(/❯ yours/);
  form.press('ctrl+x');
  await form.until(/Example 1 of 1/);
  expect(formLines(form.screen()).slice(2)).toEqual([
    'Parameter - Candidate Label #1',
    '  mine',
    'Parameter - Candidate Label #2',
    '❯ yours',
    '  + Add Candidate Label',
  ]);
});

test('a task whose example is a file asks for one of your own', async () => {
  const hub = await hubOf({});
  const pictures = await formOf(hub, 'image-classification', 'some/model');
  pictures.press('ctrl+x');
  await pictures.until(/No example here: Input needs a file of your own/);
  expect(pictures.screen()).toMatch(/No file chosen/);
  const questions = await formOf(hub, 'document-question-answering', 'some/model');
  questions.press('ctrl+x');
  await questions.until(/Example 1 of 1.*Input - Image needs a file of your own/);
  expect(questions.screen()).toMatch(/Missing: Image\b/);
});

test('an example that cannot be had is said, and the next one is there', async () => {
  const widgetData = [{ src: 'http://127.0.0.1:9/gone.png' }, { text: 'What is it?', src: '/nowhere.png' }];
  const form = await formOf(await hubOf({ widgetData }), 'visual-question-answering', 'some/model');
  form.type('My question');
  form.press('ctrl+x');
  await form.until(/Example 1 of 2 could not be loaded/);
  form.press('ctrl+x');
  await form.until(/Example 2 of 2 could not be loaded/);
  expect(form.screen()).toMatch(/❯ My question/);
});

test('texts of a card are drawn visibly', async () => {
  const widgetData = [{ example_title: 'T\u001b]0;x\u0007', text: 'red \u001b[31m\u202e end' }];
  const form = await formOf(await hubOf({ widgetData }), 'summarization', 'some/model');
  form.press('ctrl+x');
  const screen = await form.until(/Example 1 of 1/);
  expect(screen).toMatch(/T<U\+001B>\]0;x<U\+0007>/);
  expect(screen).toMatch(/red <U\+001B>\[31m<U\+202E> end/);
});

test('an example that is long in coming takes nothing from who goes on typing, and ends with the form', async () => {
  const hub = await hubOf({}, () => undefined);
  const form = await formOf(hub, 'summarization', 'some/model');
  form.press('ctrl+x');
  await form.until(/Loading an example/);
  form.type('My own text');
  await form.until(/❯ My own text/);
  const asked = () => hub.received.filter(({ url }) => url.includes('widgetData'));
  await expect.poll(() => asked().length).toBe(1);
  form.press('escape');
  await form.until((screen) => !/My own text/.test(screen));
  expect(await asked()[0]!.left).toBe(true);
});
