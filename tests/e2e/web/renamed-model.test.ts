import { test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { run } from '../../support/browser/steps.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerBody, answerJson } from '../../support/loopback.ts';

const TOKEN = 'hf_owner';

// That a redirect to another host gets no token is in `tests/engine/hub/renamed-models.test.ts`.
test('a private renamed model is found and runs by its old name', async () => {
  const { url } = await fakeHub({
    whoami: { name: 'owner', orgs: [] },
    listing: [],
    first: ({ url: address, headers }) => {
      const { pathname, search } = new URL(address, 'http://hub');
      const isOwner = headers.authorization === `Bearer ${TOKEN}`;
      if (isOwner && pathname === '/api/models/o/old')
        return answerBody('', 307, { Location: `/api/models/o/new${search}` });
      const isKnown = !pathname.includes('/models/') || (isOwner && pathname.endsWith('/models/o/new'));
      return isKnown ? undefined : answerJson({ error: 'Repository not found' }, 401);
    },
    models: [hubModel('o/new')],
    inference: [[{ label: 'found again', score: 1 }]],
  });
  const { page, errorLog } = await openApp({
    path: '#/text-classification/o/old',
    config: { hubUrl: url, inferenceUrl: `${url}/inference`, guestToken: TOKEN },
  });
  errorLog.allow(/^failed request: GET \S+: 40[14]$/);
  await page.getByLabel('Input', { exact: true }).fill('A text');
  await run(page);
  await page.getByRole('region', { name: 'Output' }).getByText('found again').waitFor();
});
