import { expect, test } from 'vitest';
import { startChat } from '../support/mount.tsx';
import { button, clipboardText, within } from '../support/user.ts';

/** After these, the page has reacted to what was scrolled or written. */
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const reasoning = () => document.querySelector('details');

/** Waits for the end of the answer, and returns what its copy button copies. */
async function copied(): Promise<string> {
  await expect.element(button('Answer again')).toBeEnabled();
  await navigator.clipboard.writeText('');
  await button('Copy').click();
  await expect.poll(clipboardText).not.toBe('');
  return clipboardText();
}

test('W2, C2, W1: a truncated or filtered answer is marked, and one with only reasoning is expanded', async () => {
  const { output, say, send, finish } = await startChat();
  await say('Once upon a time');
  await finish('length');
  const note =
    'The answer was cut off at its length limit, max_tokens=500. Increase max_tokens under Parameters.';
  await expect.element(output.getByText(note, { exact: true })).toBeVisible();
  await expect.element(output.getByText(`Result ready: `)).toHaveTextContent(note);

  await button('Answer again').click();
  await say('Once');
  await finish('content_filter');
  const filtered = 'A content filter stopped the answer; it may be incomplete.';
  await expect.element(output.getByText(filtered, { exact: true })).toBeVisible();

  await button('Answer again').click();
  await send({ reasoning: 'Hm.' });
  await finish('length');
  await expect.element(output.getByText('(no answer, only reasoning)')).toBeVisible();
  expect(reasoning()?.open).toBe(true);
  await expect.element(output.getByText('(no text)')).not.toBeInTheDocument();
});

test('W1: reasoning is collapsed above the answer, during and after streaming', async () => {
  const { output, say, send, finish } = await startChat();
  await send({ reasoning_content: 'Six sevens ' });
  await expect.element(output.getByText('Reasoning: 11 characters so far')).toBeVisible();
  await expect.poll(() => reasoning()?.open).toBe(false);
  reasoning()!.querySelector('summary')!.click();
  await expect.element(output.getByRole('group', { name: 'Reasoning' })).toHaveTextContent('Six sevens');
  await send({ reasoning_content: 'are 42.' });
  await say('It is 42.');
  await expect.poll(() => output.element().textContent).toContain('It is 42.');
  expect(reasoning()?.textContent).toContain('Six sevens are 42.');
  await finish();
  expect(await copied()).toBe('It is 42.');
  expect(reasoning()?.open).toBe(true);
});

test('reasoning follows the end of its stream until the user scrolls up', async () => {
  const { output, send } = await startChat();
  const say = async (word: string) => {
    await send({ reasoning: `${word} is said in a line of its own.\n`.repeat(200) });
    await expect.poll(() => reasoning()?.textContent).toContain(`${word} is said`);
  };
  await say('First');
  reasoning()!.querySelector('summary')!.click();
  const box = output.getByRole('group', { name: 'Reasoning' }).element();
  const left = () => box.scrollHeight - box.clientHeight - box.scrollTop;
  await expect.poll(() => box.scrollTop).toBeGreaterThan(500);
  await expect.poll(left).toBeLessThan(3);
  box.scrollTo(0, 100);
  await twoFrames();
  await say('Second');
  await twoFrames();
  expect(box.scrollTop).toBe(100);
  box.scrollTo(0, box.scrollHeight);
  await twoFrames();
  await say('Third');
  await expect.poll(left).toBeLessThan(3);
});

test('code in an answer is shown and copied as it is written', async () => {
  const { output, say, finish } = await startChat();
  await say('```html\n&lt;p&gt;\n```\n\nThat is `&amp;lt;`.');
  await finish();
  await expect
    .poll(() => within(output, 'code').map(({ textContent }) => textContent))
    .toEqual(['&lt;p&gt;', '&amp;lt;']);
  await button('Copy code').click();
  await expect.poll(clipboardText).toBe('&lt;p&gt;');
});

test('W1: tool calls are shown and copied as JSON', async () => {
  const { output, send, finish } = await startChat();
  await send({ tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }] });
  await send({ tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] });
  await finish('tool_calls');
  await expect.element(output.getByRole('heading', { name: 'Tool calls' })).toBeVisible();
  await expect.poll(() => within(output, 'pre')[0]?.innerText).toContain('"city": "Paris"');
  await expect.element(output.getByText('(no text)')).not.toBeInTheDocument();
  expect(JSON.parse(await copied())).toEqual([{ name: 'weather', arguments: { city: 'Paris' } }]);
});

test('R1, R3, R4: a refusal, other parts and further answers are shown and copied', async () => {
  const { output, send, choose, finish } = await startChat();
  await send({ refusal: 'I cannot help ' });
  await send({ refusal: 'with that.', content: [{ type: 'chart', points: [1] }] });
  await choose([{ index: 1, delta: { content: '<think>Hm.</think>Two.' }, finish_reason: 'stop' }]);
  await finish();
  await expect.element(output.getByRole('heading', { name: 'Answer 2' })).toBeVisible();
  await expect.element(output.getByText('The model refused: I cannot help with that.')).toBeVisible();
  await expect.element(output.getByText('Two.', { exact: true })).toBeVisible();
  await expect.poll(() => within(output, 'pre')[0]?.innerText).toContain('"type": "chart"');
  await expect.element(output.getByText('(no text)')).not.toBeInTheDocument();
  expect(await copied()).toMatch(/^The model refused: [^]*Two\.$/);
});
