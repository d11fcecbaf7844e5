import { expect, test } from 'vitest';
import { fakeHub } from '../../../support/fake-hub.ts';
import { answerJson, type RequestHandler } from '../../../support/loopback.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { formLines, openForm } from './form.ts';

const sandbox = await recordingSandbox();

/** A hub with one model, whose card comes from `widgets`. */
const startHub = (card: object, widgets: RequestHandler = answerJson(card)) =>
  fakeHub({
    first: ({ url }) => (url.includes('widgetData') ? widgets : undefined),
    models: [{ id: 'some/model' }],
    listing: [],
    tasks: {},
  });

test('cycles through the examples of the model card in order and shows their number', async () => {
  const form = await openForm(sandbox, 'question-answering', 'sandbox/word-overlap-answers');
  await form.pressUntil('ctrl+x', /Example 1 of 3: A capital/);
  expect(formLines(form.screen())).toEqual([
    'Input - Question',
    '❯ What is the capital of France?',
    'Input - Context',
    '  The capital of France is Paris. The capital of Italy is Rome.',
  ]);
  await form.pressUntil('ctrl+x', /Example 2 of 3/);
  await form.pressUntil('ctrl+x', /Example 3 of 3/);
  await form.pressUntil('ctrl+x', /Example 1 of 3/);
});

test('undo restores the text typed before an example', async () => {
  const form = await openForm(sandbox, 'sentence-similarity', 'sandbox/word-cosine');
  form.type('My own source');
  form.press('tab', 'tab');
  form.type('my second');
  await form.pressUntil('ctrl+x', /Example 1 of 1.*Ctrl-_ to undo/);
  expect(form.screen()).not.toMatch(/My own source/);
  // Asking for another example changes nothing, whether it is loaded by then or not.
  const screen = await form.pressUntil(['ctrl+x', 'ctrl+_'], /My own source/);
  expect(formLines(screen)).toEqual([
    'Input - Source Sentence',
    '  My own source',
    'Input - Sentence #1',
    'Input - Sentence #2',
    '❯ my second',
    '  + Add Sentence',
  ]);
});

test('loads and previews a file of the model card', async () => {
  const form = await openForm(sandbox, 'visual-question-answering', 'sandbox/shape-questions');
  await form.pressUntil('ctrl+x', (screen) => /shapes\.png/.test(screen) && /480 × 360/.test(screen));
  expect(form.screen()).toMatch(/How many red circles are there\?/);
});

test('uses the example of the task, with the mask token of the model, if the card has none', async () => {
  const form = await openForm(await startHub({ mask_token: '[GAP]' }), 'fill-mask', 'some/model');
  await form.pressUntil('ctrl+x', /Example 1 of 1/);
  expect(formLines(form.screen())[1]).toMatch(/^❯ .*\[GAP\]/);
});

test('fills inputs missing from the card with the example of the task, unless they are filled in', async () => {
  const hub = await startHub({ widgetData: [{ text: 'A text of the card' }] });
  const form = await openForm(hub, 'zero-shot-classification', 'some/model');
  const screen = await form.pressUntil('ctrl+x', /Example 1 of 1/);
  expect(formLines(screen)[1]).toBe('❯ A text of the card');
  expect(screen).toMatch(/\[ Run \] Enter/);
  await form.pressUntil('ctrl+l', /Cleared/);
  form.press('tab');
  form.type('mine');
  form.press('enter');
  await form.typeUntil('yours', /❯ yours/);
  await form.pressUntil('ctrl+x', /Example 1 of 1/);
  expect(formLines(form.screen()).slice(2)).toEqual([
    'Parameter - Candidate Label #1',
    '  mine',
    'Parameter - Candidate Label #2',
    '❯ yours',
    '  + Add Candidate Label',
  ]);
});

test('S15: says that there is no example, and asks for your own file', async () => {
  const hub = await startHub({});
  const images = await openForm(hub, 'image-classification', 'some/model');
  images.press('ctrl+x');
  await images.until(/No input example has been defined for this model task\. Choose your own file\./);
  expect(images.screen()).toMatch(/No file chosen/);
  const questions = await openForm(hub, 'document-question-answering', 'some/model');
  await questions.pressUntil('ctrl+x', /Example 1 of 1.*Input - Image requires your own file/);
  expect(questions.screen()).toMatch(/Add an image to run/);
});

test('reports an example that cannot be loaded and moves on to the next one', async () => {
  const widgetData = [{ src: 'http://127.0.0.1:9/gone.png' }, { text: 'What is it?', src: '/nowhere.png' }];
  const form = await openForm(await startHub({ widgetData }), 'visual-question-answering', 'some/model');
  form.type('My question');
  await form.pressUntil('ctrl+x', /Could not load Example 1 of 2/);
  await form.pressUntil('ctrl+x', /Could not load Example 2 of 2/);
  expect(form.screen()).toMatch(/❯ My question/);
});

test('keeps text typed while an example loads, and aborts the request when the form closes', async () => {
  const hub = await startHub({}, () => undefined);
  const form = await openForm(hub, 'summarization', 'some/model');
  await form.pressUntil('ctrl+x', /Loading an example/);
  await form.typeUntil('My own text', /❯ My own text/);
  const cardRequests = () => hub.received.filter(({ url }) => url.includes('widgetData'));
  await expect.poll(() => cardRequests().length).toBe(1);
  await form.pressUntil('escape', (screen) => !/My own text/.test(screen));
  expect(await cardRequests()[0]!.left).toBe(true);
});
