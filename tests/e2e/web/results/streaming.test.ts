import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { fillExample, run } from '../../../support/browser/steps.ts';
import { chatServer } from '../../../support/chat-server.ts';

function isInView(element: Locator) {
  return element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

test('W21: the end of a long answer is in view while it grows, and Stop is, too', async () => {
  const chat = await chatServer();
  const { page } = await openApp({
    path: '#/text-generation/sandbox/plain-assistant',
    config: { inferenceUrl: chat.url },
    device: 'phone',
  });
  await fillExample(page);
  await run(page);
  const output = page.getByRole('region', { name: 'Output' });
  await chat.say('This is the first line.\n\n');
  await output.getByText('This is the first line.').first().waitFor();
  await chat.say(`${'More is said.\n\n'.repeat(200)}This is the last line.`);
  const last = output.locator('[aria-busy]').getByText('This is the last line.');
  await expect.poll(() => isInView(last)).toBe(true);
  await expect.poll(() => isInView(output.getByRole('button', { name: 'Stop' }))).toBe(true);
});
