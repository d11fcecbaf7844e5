import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { run } from '../../support/browser/steps.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerBody, answerJson, serve, type LoopbackServer } from '../../support/loopback.ts';

const TOKEN = 'Bearer hf_owner';

/** A hub that has renamed the private model `o/old` to `o/new`. @param to the target of the redirect; the hub by default */
function hub(to = ''): Promise<LoopbackServer> {
  return fakeHub({
    whoami: { name: 'owner', orgs: [] },
    listing: [],
    first: ({ url, headers }) => {
      const { pathname, search } = new URL(url, 'http://hub');
      const isOwner = headers.authorization === TOKEN;
      if (isOwner && pathname === '/api/models/o/old')
        return answerBody('', 307, { Location: `${to}/api/models/o/new${search}` });
      const isKnown = !pathname.includes('/models/') || (isOwner && pathname.endsWith('/models/o/new'));
      return isKnown ? undefined : answerJson({ error: 'Repository not found' }, 401);
    },
    models: [hubModel('o/new')],
    inference: [[{ label: 'found again', score: 1 }]],
  });
}

const openAt = (hubUrl: string, path: string) =>
  openApp({ path, config: { hubUrl, inferenceUrl: `${hubUrl}/inference`, guestToken: 'hf_owner' } });

test('a private renamed model is found and runs by its old name', async () => {
  const { url } = await hub();
  const { page, errorLog } = await openAt(url, '#/text-classification/o/old');
  errorLog.allow(/^failed request: GET \S+: 40[14]$/);
  await page.getByLabel('Input', { exact: true }).fill('A text');
  await run(page);
  await page.getByRole('region', { name: 'Output' }).getByText('found again').waitFor();
});

test('F11: a redirect of a model to another host gets no token', async () => {
  const foreign = await serve(answerJson({ id: 'o/new', pipeline_tag: 'text-classification' }));
  const { url } = await hub(foreign.url);
  const { page, errorLog } = await openAt(url, '#/text-classification/o/old');
  errorLog.allow(/^failed request: GET \S+: 40[14]$/);
  await page.getByLabel('Input', { exact: true }).fill('A text');
  await run(page);
  await page.getByRole('alert').getByText('Did not follow the redirect').first().waitFor();
  expect(foreign.received.length).toBeGreaterThan(0);
  expect(foreign.received.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  expect(foreign.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});
