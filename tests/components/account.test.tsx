import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from './support/screen.tsx';
import { json, serve } from './support/server.ts';
import { button } from './support/user.ts';

test('opening the account menu retries a failed account request', async () => {
  const hub = await serve({
    '^/api/whoami-v2': [
      json({ error: 'Busy' }, { status: 500 }),
      json({ name: 'someone', fullname: 'Some One' }),
    ],
  });
  openScreen('/', { hubUrl: hub.url });
  await expect
    .poll(async () => (await hub.requests()).some(({ url }) => url.startsWith('/api/whoami-v2')))
    .toBe(true);
  await button('Account').click();
  await expect.element(page.getByText('Some One')).toBeVisible();
});
