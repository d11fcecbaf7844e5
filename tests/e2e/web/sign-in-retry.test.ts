import { expect, test } from 'vitest';
import {
  account,
  returnFromHub,
  openSignedOut,
  signInScreen,
  stored,
} from '../../support/browser/signing-in.ts';

const PLACE = '#/text-classification/sandbox/vader-sentiment';

test('a second attempt after a denial leads to the requested page', async () => {
  const { page, url, link, address } = await openSignedOut({ path: PLACE });
  await address();
  await link.click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('alert').getByText('access_denied: The guest denied access').waitFor();
  await signInScreen(page).address();
  await signInScreen(page).link.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}${PLACE}`);
});

test('the requested page survives an error, a reload and another sign-in method', async () => {
  const app = await openSignedOut({ path: PLACE });
  await returnFromHub(app, (answer) => {
    answer.delete('code');
    answer.set('error', 'server_error');
  });
  await app.page.getByRole('alert').getByText('server_error', { exact: true }).waitFor();
  const { searchParams } = await app.address();
  expect(JSON.parse(searchParams.get('state') ?? '')).toMatchObject({ state: PLACE });
  await app.page.reload();
  await app.address();
  expect(await app.page.getByRole('alert').count()).toBe(0);
  await app.box.fill('hf_pasted');
  await app.box.press('Enter');
  await account(app.page).waitFor();
  await expect.poll(() => app.page.url()).toBe(`${app.url}${PLACE}`);
});

test('a rejected code keeps the requested page', async () => {
  const app = await openSignedOut({ path: PLACE });
  app.errorLog.expect(/failed request: POST \S+\/oauth\/token: 400$/);
  await returnFromHub(app, (answer) => answer.set('iss', app.sandbox.hubUrl));
  await app.page
    .getByRole('alert')
    .getByText(/^invalid_grant/)
    .waitFor();
  await app.box.fill('hf_pasted');
  await app.box.press('Enter');
  await expect.poll(() => app.page.url()).toBe(`${app.url}${PLACE}`);
});

test('F21: an unsolicited response does not set the requested page', async () => {
  const app = await openSignedOut({ path: PLACE });
  await returnFromHub(app, (answer) => {
    const state = JSON.parse(answer.get('state') ?? '') as object;
    answer.set('state', JSON.stringify({ ...state, state: '#/translation' }));
  });
  await app.page.getByRole('alert').getByText('Invalid oauth state in redirected URL').waitFor();
  const { searchParams } = await app.address();
  expect(JSON.parse(searchParams.get('state') ?? '')).toMatchObject({ state: '#/' });
  expect(Object.keys(await stored(app.page))).not.toContain('accessToken');
});
