import { describe, expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { goTo } from '../../../support/browser/steps.ts';
import { fakeHub, type Reply } from '../../../support/fake-hub.ts';
import {
  answerJson,
  sendJson,
  type ReceivedRequest,
  type RequestHandler,
} from '../../../support/loopback.ts';
import { openDetails, fieldsOf } from './fields.ts';
import { manyRows, row, TASK } from './model-rows.ts';

/** A model for any ID: tests that end by choosing a model must not fail on a late 404. */
const anyModel: Reply = ({ url }, response) =>
  sendJson(response, { id: /models\/([^?]*)/.exec(url)?.[1], pipeline_tag: TASK });

/** Opens the app with a hub and the given model lists. */
async function openOn(listing: Reply, options: AppOptions = {}, model = anyModel) {
  const hub = await fakeHub({ listing, model, models: [], tasks: answerJson({}) });
  const app = await openApp({ path: `#/${TASK}`, config: { hubUrl: hub.url }, ...options });
  const listings = () => hub.received.filter(({ url }) => url.startsWith('/api/models?'));
  return { ...app, ...fieldsOf(app.page), hub, listings };
}

const taskAsked = (received: ReceivedRequest) =>
  new URL(received.url, 'http://hub').searchParams.get('pipeline_tag') ?? '';

test('both fields are disabled while models load, with a message', async () => {
  let answer: (() => void) | undefined;
  const { page, task, model } = await openOn((_, response) => {
    answer = () => sendJson(response, manyRows(3));
  });
  await fieldsOf(page).status('Loading models for this task').waitFor();
  await expect.poll(() => task.isDisabled()).toBe(true);
  await expect.poll(() => model.count()).toBe(0);
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'picker/loading');
  const box = await page.getByRole('region', { name: 'Task and model' }).boundingBox();
  answer!();
  await fieldsOf(page).status('3 models').waitFor();
  await expect.poll(() => task.isEnabled()).toBe(true);
  await expect.poll(() => model.isEnabled()).toBe(true);
  // The layout has not shifted.
  await expect.poll(() => page.getByRole('region', { name: 'Task and model' }).boundingBox()).toEqual(box);
});

test('S5: empty, invalid and incomplete lists and an unreachable hub are reported', async () => {
  let pages = 0;
  const lists: Record<string, RequestHandler> = {
    [TASK]: answerJson([]),
    translation: answerJson([...manyRows(2), { downloads: 3 }, null, 'model']),
    // More pages than are read.
    summarization: (_, response) => {
      pages += 1;
      const next = `</api/models?pipeline_tag=summarization&cursor=${pages}>; rel="next"`;
      sendJson(response, [{ ...manyRows(1)[0], id: `org/model-${pages}` }], 200, { Link: next });
    },
    'fill-mask': (_, response) => void response.end('<h1>Welcome</h1>'),
    'text-to-image': ({ socket }) => socket.destroy(),
  };
  const app = await openOn((received, response) => lists[taskAsked(received)]!(received, response));
  const { page, errorLog, status } = app;
  errorLog.expect(/^failed request: GET \S+: net::ERR_EMPTY_RESPONSE$/);
  await status('No models available for this task').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'picker/none');
  await goTo(app, '/translation');
  await status('2 models; none is available right now; 3 rows could not be read').waitFor();
  await goTo(app, '/summarization');
  await status(
    '20 models; none is available right now; the list may be incomplete, so search for other models',
  ).waitFor();
  for (const failing of ['/fill-mask', '/text-to-image']) {
    await goTo(app, failing);
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await goTo(app, '/translation');
    await status('2 models; none is available right now; 3 rows could not be read').waitFor();
  }
});

test('a failed list shows the reason and can be retried', async () => {
  let isWell = false;
  const { page, errorLog, status, model } = await openOn((_, response) =>
    isWell ? sendJson(response, manyRows(2)) : sendJson(response, { error: 'Out of order' }, 500),
  );
  errorLog.expect(/^failed request: GET \S+: 500$/);
  await page.getByRole('alert').getByText('Out of order').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'picker/failed');
  // A model can still be entered by name.
  await expect.poll(() => model.isEnabled()).toBe(true);
  isWell = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await status('2 models').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('an interrupted list can be used as far as it loaded', async () => {
  const { page, errorLog, status, model, options, hub } = await openOn((received, response) => {
    if (received.url.includes('cursor')) return sendJson(response, { error: 'Gone' }, 503);
    const next = `${hub.url}${received.url}&cursor=2`;
    return sendJson(response, manyRows(500), 200, { Link: `<${next}>; rel="next"` });
  });
  errorLog.expect(/^failed request: GET \S+: 503$/);
  await page.getByRole('alert').waitFor();
  await status('500 models loaded before the request failed').waitFor();
  await takeScreenshot(page, 'picker/partial');
  await model.click();
  await options.first().click();
  await page.waitForURL(/house\/price-0001$/);
});

test('W5: a failed search keeps the models, and its error ends when a model is chosen', async () => {
  const { page, errorLog, status, model, options } = await openOn(
    ({ url }, response) =>
      url.includes('search=')
        ? sendJson(response, { error: 'Out of order' }, 500)
        : sendJson(response, manyRows(3)),
    {},
    answerJson({ id: 'house/price-0001', pipeline_tag: TASK }),
  );
  errorLog.expect(/^failed request: GET \S+search=\S+: 500$/);
  await status('3 models').waitFor();
  await model.click();
  await page.keyboard.type('rare thing');
  await options.filter({ hasText: 'Search the Hub' }).click();
  await status('The search for “rare thing” failed').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await model.click();
  await options.first().click();
  await page.waitForURL(/house\/price-0001$/);
  await status('3 models').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('loaded models are counted while further pages load', async () => {
  let answer: (() => void) | undefined;
  const { page, status, task, hub } = await openOn((received, response) => {
    if (received.url.includes('cursor')) answer = () => sendJson(response, manyRows(501).slice(500));
    else {
      const next = `${hub.url}${received.url}&cursor=2`;
      sendJson(response, manyRows(500), 200, { Link: `<${next}>; rel="next"` });
    }
  });
  await status('Loading models for this task: 500 so far').waitFor();
  await expect.poll(() => task.isDisabled()).toBe(true);
  await expect.poll(() => answer).toBeDefined();
  answer!();
  await status('501 models').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('F51: a slow list of the previous task is canceled and never shown', async () => {
  const other = 'translation';
  let slow: ReceivedRequest | undefined;
  const { page, url, status, model, options } = await openOn((received, response) => {
    if (taskAsked(received) === other) sendJson(response, [row('b/of-the-second')]);
    else slow = received;
  });
  await fieldsOf(page).status('Loading models for this task').waitFor();
  await expect.poll(() => slow?.url).toContain(TASK);
  await page.goto(`${url}#/${other}`);
  await status('1 model').waitFor();
  expect(await slow!.left).toBe(true);
  await model.click();
  await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('b/of-the-second')]);
});

test('a failed model lookup shows the reason and can be retried', async () => {
  let isWell = false;
  const { page, errorLog } = await openOn(
    answerJson(manyRows(2)),
    { path: `#/${TASK}/some/model` },
    ({ url }, response) =>
      isWell && url.startsWith('/api/models/some/model')
        ? sendJson(response, row('some/model', { likes: 7 }))
        : sendJson(response, { error: 'Out of order' }, 502),
  );
  errorLog.expect(/^failed request: GET \S+some\/model\S*: 502$/);
  const chosen = page.getByRole('region', { name: 'Chosen model' });
  await chosen.getByRole('alert').getByText('Out of order').waitFor();
  isWell = true;
  await chosen.getByRole('button', { name: 'Try again' }).click();
  await openDetails(page);
  await page.getByText('7 likes').waitFor();
});

test('F51: a late lookup of another model is not shown', async () => {
  let late: ReceivedRequest | undefined;
  const { page, url } = await openOn(
    answerJson(manyRows(2)),
    { path: `#/${TASK}/some/slow` },
    (received, response) => {
      if (received.url.startsWith('/api/models/some/slow/revision/HEAD?')) late = received;
      else sendJson(response, row('some/model', { likes: 7 }));
    },
  );
  await expect.poll(() => late).toBeDefined();
  await page.goto(`${url}#/${TASK}/some/model`);
  await openDetails(page);
  await page.getByText('7 likes').waitFor();
  expect(await late!.left).toBe(true);
});

describe('F28: names with markup', () => {
  const evil = '<img src=x onerror="document.title=1"><b>bold</b>';
  const hidden = 'org/\u202egnp.exe';

  test('are text and cannot be selected if they are not IDs', async () => {
    const { page, model, options, status } = await openOn(
      answerJson([row(evil, { downloads: 9 }), row(hidden, { downloads: 8 }), row('org/plain')]),
    );
    await status('3 models').waitFor();
    await model.click();
    await expect.poll(() => options.first().textContent()).toContain(evil);
    await expect.poll(() => options.first().locator('img, b').count()).toBe(0);
    await expect.poll(() => options.nth(1).textContent()).toContain('org/<U+202E>gnp.exe');
    await options.first().click({ force: true });
    await takeScreenshot(page, 'picker/markup');
    await expect.poll(() => page.url()).toMatch(new RegExp(`#/${TASK}$`));
    await page.keyboard.type('plain');
    await page.keyboard.press('Enter');
    await page.waitForURL(/org\/plain$/);
  });

  test('in the URL are rejected', async () => {
    const { page } = await openOn(answerJson([]), {
      path: `#/${encodeURIComponent(evil)}`,
    });
    await page.getByText(`Unknown task '${evil}'`).waitFor();
    await page.getByText('Choose one of the tasks below.').waitFor();
  });
});
