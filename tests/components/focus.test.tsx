import { readRunFile } from '@tryout/engine';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { createDatabaseOpener } from '../../packages/web/src/state/stored/database.ts';
import { createBrowserHistory } from '../../packages/web/src/state/stored/history.ts';
import { openForm } from './support/mount.tsx';
import { openScreen } from './support/screen.tsx';
import { button, press } from './support/user.ts';

const CHAT = 'text-generation/sandbox/plain-assistant';

const history = createBrowserHistory(createDatabaseOpener());
const rail = page.getByRole('dialog', { name: 'History' });
const message = page.getByLabelText('Message', { exact: true });
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();

/** Presses a button by keyboard. */
async function pressOn(target: Locator): Promise<void> {
  await appears(target);
  (target.element() as HTMLElement).focus();
  await press('{Enter}');
}

/** Opens the history with runs, of which the last one is the newest. */
async function openHistory(count: number): Promise<Locator> {
  await history.clear();
  for (let number = 1; number <= count; number += 1) {
    const id = `01JD${String(number).padStart(22, '0')}`;
    const startedAt = new Date(1_700_000_000_000 + number * 60_000).toISOString();
    const run = {
      ...{ tryout: 1, id, task: 'text-classification', model: 'sandbox/vader-sentiment' },
      inputs: { text: `Run ${number}` },
      result: { status: 'cancelled', seconds: 1, startedAt },
    };
    await history.add(await readRunFile(JSON.stringify(run), 'a.run.json'), '');
  }
  openScreen('/');
  await button('History').click();
  await appears(rail.getByRole('listitem'));
  return rail.getByRole('listitem');
}

test('after a run is deleted, the focus is on Undo, and after that in the search', async () => {
  const entries = await openHistory(3);
  for (const left of [2, 1]) {
    await pressOn(entries.first().getByRole('button', { name: 'Delete' }));
    await expect.poll(() => entries.elements().length).toBe(left);
    await expect.element(button('Undo')).toHaveFocus();
  }
  await press('{Enter}');
  await expect.poll(() => entries.elements().length).toBe(2);
  await expect.element(rail.getByRole('searchbox')).toHaveFocus();
  await rail.getByText('Delete all runs').click();
  await pressOn(button('Delete all'));
  await appears(rail.getByText('No runs yet'));
  await expect.element(rail.getByRole('searchbox')).toHaveFocus();
});

test.each([
  [50, 50, 0],
  [51, 50, 1],
  [101, 50, 51],
])(
  'of %i runs, a page of %i is listed, and %i more on request page by page, in their places',
  async (count, shown, more) => {
    const entries = await openHistory(count);
    const places = () =>
      entries.elements().map(({ textContent }) => Number(/Run (\d+)/.exec(textContent)?.[1]));
    await expect.poll(() => places().length).toBe(shown);
    const next = page.getByRole('button', { name: /^Show more/ });
    if (more === 0) return expect(next.query()).toBe(null);
    for (let left = more; left > 0; left -= shown) {
      await expect.element(next).toHaveTextContent(`Show more (${left} ${left === 1 ? 'run' : 'runs'} left)`);
      await next.click();
    }
    await expect.poll(places).toEqual(Array.from({ length: count }, (_, index) => count - index));
    expect(next.query()).toBe(null);
  },
);

test('after an image of a message is removed, the focus is on the next one, and at the end on the button for more', async () => {
  await openForm('text-generation/sandbox/picture-assistant');
  const attach = page.getByLabelText('Attach an image');
  await appears(attach);
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d');
  const image = await canvas.convertToBlob();
  for (const name of ['a.png', 'b.png', 'c.png']) {
    await userEvent.upload(attach, new File([image], name, { type: 'image/png' }));
    await appears(button(`Remove ${name}`));
  }
  await pressOn(button('Remove b.png'));
  await expect.element(button('Remove c.png')).toHaveFocus();
  for (const name of ['c.png', 'a.png']) await pressOn(button(`Remove ${name}`));
  await expect.element(attach).toHaveFocus();
});

test('after an edit of a message is canceled, the focus is in the message', async () => {
  await openForm(CHAT);
  await userEvent.fill(message, 'Spell one');
  await press('{Enter}');
  await pressOn(button('Edit message'));
  await expect.element(message).toHaveFocus();
  await pressOn(button('Cancel edit'));
  await expect.element(message).toHaveFocus();
  await pressOn(button('New chat'));
  await expect.element(message).toHaveFocus();
});

test('after a preset is saved or deleted, the focus is in its text', async () => {
  await openForm(CHAT);
  const system = page.getByRole('textbox', { name: 'System prompt' });
  await userEvent.fill(system, 'Be brief.');
  for (const name of ['Save as preset', 'Delete preset']) {
    await pressOn(button(name));
    await expect.element(button(name)).not.toBeInTheDocument();
    await expect.element(system).toHaveFocus();
  }
});

test('after a text that is too long to edit is removed, the focus is in its field', async () => {
  const { session } = await openForm('text-classification/sandbox/vader-sentiment');
  session.setValue('text', 'All of it. '.repeat(50_000));
  await pressOn(button('Remove text'));
  await expect.element(page.getByLabelText('Input', { exact: true })).toHaveFocus();
});

test('W37: a notice does not cover the result, and after it is dismissed, the focus is in the page', async () => {
  const { session, output } = openScreen('/translation/sandbox/pig-latin');
  await appears(button('Copy link'));
  session.setValue('text', 'Hello');
  await pressOn(button('Copy link'));
  const notice = page.getByText(/^Link copied\./);
  await appears(notice);
  // It does not cover the result.
  const { right } = notice.element().getBoundingClientRect();
  expect(right).toBeLessThan(output.element().getBoundingClientRect().left);
  await pressOn(button('Dismiss'));
  await expect.element(button('Dismiss')).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
});
