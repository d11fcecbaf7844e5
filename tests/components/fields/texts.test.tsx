import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { button, dropFiles, exampleFile, pasteText, press } from '../support/user.ts';

const input = page.getByLabelText('Input', { exact: true });
const alert = page.getByRole('alert');
const valueOf = (element: Element | null) => (element as HTMLTextAreaElement | null)?.value ?? '';

async function openText() {
  const form = await openForm('summarization/sandbox/lead-summary');
  await expect.element(input).toBeVisible();
  return form;
}

/** Runs the form. @returns the inputs that are sent */
async function inputsSent({ sent }: { readonly sent: readonly unknown[] }) {
  const before = sent.length;
  await page.getByRole('button', { name: /^Run(?: again)?$/ }).click();
  await expect.poll(() => sent.length).toBeGreaterThan(before);
  return (sent.at(-1) as { inputs: string }).inputs;
}

test('a text box grows with its text, accepts dropped text files, and rejects other files', async () => {
  await openText();
  const height = () => input.element().clientHeight;
  const before = height();
  await userEvent.fill(input, 'A line.\n'.repeat(12));
  await expect.poll(height).toBeGreaterThan(before * 2);
  const story = Uint16Array.from('\ufeffOnce upon a time', (letter) => letter.charCodeAt(0));
  dropFiles(input, new File([story], 'story.txt'));
  await expect.element(input).toHaveValue('Once upon a time');
  dropFiles(input, new File([new Uint8Array([0, 1, 2, 0xff])], 'noise.bin'));
  await expect.element(alert).toHaveTextContent('noise.bin is not a text file');
  await expect.element(input).toHaveValue('Once upon a time');
});

test('dropped text does not replace text that is typed while it is read', async () => {
  await openText();
  const bytes = await new Blob(['Dropped']).arrayBuffer();
  let finish = () => undefined as void;
  const slowly = new Promise<ArrayBuffer>((resolve) => (finish = () => resolve(bytes)));
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValue(slowly);
  dropFiles(input, new File(['Dropped'], 'a.txt'));
  await expect.poll(() => reading.mock.calls.length).toBeGreaterThan(0);
  await userEvent.fill(input, 'Typed text');
  reading.mockRestore();
  finish();
  // Reads take as long as this one.
  for (let times = 0; times < 5; times += 1) await new Blob(['Dropped']).arrayBuffer();
  await expect.element(input).toHaveValue('Typed text');
  dropFiles(input, new File(['Dropped'], 'a.txt'));
  await expect.element(input).toHaveValue('Dropped');
});

test('a text box next to an image field accepts text and leaves images to the other field', async () => {
  await openForm('visual-question-answering/sandbox/shape-questions');
  const question = page.getByLabelText('Input - Question');
  await expect.element(question).toBeVisible();
  dropFiles(question, new File(['How many circles?'], 'question.txt', { type: 'text/plain' }));
  await expect.element(question).toHaveValue('How many circles?');
  dropFiles(question, await exampleFile('shapes.png'));
  await expect.element(page.getByRole('img', { name: 'Input - Image: shapes.png' })).toBeVisible();
  await expect.element(question).toHaveValue('How many circles?');
});

test('cleared inputs can be restored even after typing', async () => {
  await openText();
  await userEvent.fill(input, 'A good day');
  await button('Clear').click();
  await expect.element(button('Undo clear')).toBeVisible();
  await userEvent.fill(input, 'N');
  await button('Undo clear').click();
  await expect.element(input).toHaveValue('A good day');
});

test('a list can grow by button, Enter and pasted lines, and shrink', async () => {
  const { sent } = await openForm('sentence-similarity/sandbox/word-cosine');
  const entry = (number: number) => page.getByLabelText(`Input - Sentence #${number}`, { exact: true });
  const entries = page.getByRole('textbox', { name: /^Input - Sentence #/ });
  const removeFirst = button('Remove Input - Sentence #1');
  await expect.element(entry(2)).toBeVisible();
  expect(entries.elements()).toHaveLength(2);
  await userEvent.fill(page.getByLabelText('Input - Source Sentence'), 'Rain falls');
  await button('Add Sentence').click();
  await expect.element(entry(3)).toHaveFocus();
  await entry(1).click();
  pasteText(entry(1), 'It rains\nIt snows\nThe sun shines\nFog');
  await expect.element(entry(4)).toHaveFocus();
  await expect.element(entry(3)).toHaveValue('The sun shines');
  await press('{Enter}');
  await expect.element(entry(5)).toHaveFocus();
  await press('{Backspace}');
  await expect.element(entry(4)).toHaveFocus();
  await button('Remove Input - Sentence #2').click();
  await expect.poll(() => entries.elements().length).toBe(3);
  await entry(1).click();
  await press('{End}');
  pasteText(entry(1), ' hard\nIt pours');
  await button('Run').click();
  const sentences = ['It rains hard', 'It pours', 'The sun shines', 'Fog'];
  await expect.poll(() => sent).toMatchObject([{ inputs: { sentences } }]);
  await expect.element(button('Run again')).toBeVisible();
  for (const count of [3, 2, 1]) {
    await removeFirst.click();
    await expect.poll(() => entries.elements().length).toBe(count);
  }
  await expect.element(removeFirst).toHaveAttribute('aria-disabled', 'true');
});

test('many lines that are pasted into a list are sent, although not all are shown', async () => {
  const { sent } = await openForm('sentence-similarity/sandbox/word-cosine');
  const source = page.getByLabelText('Input - Source Sentence');
  await userEvent.fill(source, 'Line 1');
  const entries = page.getByRole('textbox', { name: /^Input - Sentence #/ });
  pasteText(entries.first(), Array.from({ length: 500 }, (_, index) => `Line ${index}`).join('\n'));
  await expect.element(page.getByText('300 more entries are hidden, but will be sent.')).toBeVisible();
  expect(entries.elements()).toHaveLength(200);
  await button('Run').click();
  await expect.poll(() => sent.length).toBe(1);
  expect((sent[0] as { inputs: { sentences: unknown[] } }).inputs.sentences).toHaveLength(500);
});

test('W16: a single label with commas becomes several, even right before Ctrl-Enter', async () => {
  const { sent } = await openForm('zero-shot-classification/sandbox/label-overlap');
  const label = (number: number) =>
    page.getByLabelText(`Parameter - Candidate Label #${number}`, { exact: true });
  await userEvent.fill(input, 'A day off');
  await userEvent.fill(label(1), 'work, travel,');
  await press('{Enter}');
  await expect.element(label(2)).toHaveValue('travel');
  await userEvent.fill(label(2), 'travel, by train');
  label(2).element().blur();
  await expect.element(label(2), { message: 'several labels keep commas' }).toHaveValue('travel, by train');
  await userEvent.fill(label(2), '');
  await userEvent.fill(label(1), 'work,travel,food');
  await press('{Control>}{Enter}{/Control}');
  const parameters = { candidate_labels: ['work', 'travel', 'food'] };
  await expect.poll(() => sent).toMatchObject([{ parameters }]);
});

test('parameters have a control for their type and are sent with that type', async () => {
  const { sent } = await openForm('text-generation/sandbox/fable-markov-chain');
  await userEvent.fill(input, 'Once');
  for (const name of [/^Options/, /^Parameters/, /^More parameters/])
    await page.getByRole('button', { name }).click();
  const parameter = (name: string) => page.getByLabelText(name, { exact: true });
  await userEvent.fill(parameter('max_new_tokens'), '1');
  await userEvent.selectOptions(parameter('return_full_text'), 'false');
  await userEvent.fill(parameter('temperature'), 'warm');
  await expect.element(parameter('temperature')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(parameter('temperature'), '0.5');
  await button('Run').click();
  const parameters = { max_new_tokens: 1, return_full_text: false, temperature: 0.5 };
  await expect.poll(() => sent).toMatchObject([{ parameters }]);
});

/** A megabyte in short lines, which takes seconds to lay out. */
const LONG = 'Once upon a time there was a text.\n'.repeat(30_000);

test('long pasted text shows its start, is sent completely, and can be removed', async () => {
  const form = await openText();
  await userEvent.fill(input, 'My own. ');
  pasteText(input, LONG);
  const note = `of ${(LONG.length + 8).toLocaleString('en')} characters; the text is too long to edit`;
  await expect.element(page.getByText(note)).toBeVisible();
  expect(valueOf(input.element()).slice(0, 9)).toBe('My own. O');
  expect(valueOf(input.element()).length).toBe(100_000);
  expect((await inputsSent(form)) === `My own. ${LONG}`).toBe(true);
  await expect.element(button('Remove text')).not.toHaveAttribute('aria-disabled');
  await button('Remove text').click();
  await expect.element(input).toHaveValue('');
});

test('text is pasted at the caret after Windows line breaks', async () => {
  const form = await openText();
  input.element().focus();
  pasteText(input, 'A line.\r\n'.repeat(2000));
  await expect.poll(() => valueOf(input.query()).slice(0, 9)).toBe('A line.\nA');
  input.element().focus();
  await press('{Control>}{End}{/Control}');
  pasteText(input, 'End. '.repeat(3000));
  expect((await inputsSent(form)).replaceAll('\r', '').indexOf('End.')).toBe(2000 * 'A line.\n'.length);
});

test.each([
  ['1, 2, 3\n', 'ltr'],
  ['«\u05e9»\n', 'rtl'],
])('X5: 16,000 lines of %j get the direction of their first letter, %s', async (line, direction) => {
  await openText();
  pasteText(input, line.repeat(16_000));
  // Browsers search for the direction at each change with `auto`, which takes seconds.
  await expect.element(input).toHaveAttribute('dir', direction);
});

test.each([
  ['A', true],
  ['漢', true],
  ['س', false],
])(
  'X5: a word of 100,000 %s can be pasted and sent; whether it can be edited: %s',
  { tags: ['nightly'] },
  async (letter, isFast) => {
    const form = await openText();
    const word = letter.repeat(100_000);
    pasteText(input, word);
    await expect.poll(() => valueOf(input.query()).length).toBe(isFast ? 100_000 : 5000);
    input.element().focus();
    await press('{Control>}{Home}{/Control}Now: ');
    expect((await inputsSent(form)) === `${isFast ? 'Now: ' : ''}${word}`).toBe(true);
  },
);
