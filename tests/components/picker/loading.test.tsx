import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { json, type Rules } from '../support/server.ts';
import { button, press, textsOf, within } from '../support/user.ts';
import { hubOf, manyRows, openHub, pageOf, row, TASK } from './hub.ts';

const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const alert = page.getByRole('alert');
const retry = button('Try again');

const LISTING = '^/api/models\\?';
const failed = (status: number) => json({ error: 'Out of order' }, { status });
const unavailable = 'none is available right now';

test('both fields are disabled while models load, with a message, and nothing moves', async () => {
  const { hub, task, model, status } = await openHub({ [LISTING]: { ending: 'open' } });
  await appears(status('Loading models for this task'));
  await expect.element(task).toBeDisabled();
  await expect.element(task).toHaveValue('Tabular Regression');
  await expect.element(task).toHaveAccessibleDescription('Loading models for this task');
  expect(model.query()).toBe(null);
  const box = () => page.getByRole('region', { name: 'Task and model' }).element().getBoundingClientRect();
  const before = box();
  await hub.send(JSON.stringify(manyRows(3)), 'end');
  await appears(status('3 models'));
  await expect.element(task).toBeEnabled();
  await expect.element(model).toBeEnabled();
  expect(box()).toEqual(before);
});

test.each([
  ['no rows', [], 'No models available for this task'],
  ['one row', manyRows(1), `1 model; ${unavailable}`],
  [
    'rows of other shapes',
    [...manyRows(2), { downloads: 3 }, null, 'model'],
    `2 models; ${unavailable}; 3 rows could not be read`,
  ],
])('S5, S12: a list of %s says so', async (_, rows, text) => {
  const { status } = await openHub({ [LISTING]: json(rows) });
  await expect.element(status(text).first()).toHaveTextContent(text);
});

test('S5: a list with more pages than are read may be incomplete', async () => {
  const pages = Array.from({ length: 30 }, (_, index): Rules => ({
    [`${LISTING}.*cursor=${index + 1}\\b`]: pageOf([row(`org/model-${index + 2}`)], index + 2),
  }));
  const rules = Object.assign({}, ...pages) as Rules;
  const { status } = await openHub({ ...rules, [LISTING]: pageOf([row('org/model-1')], 1) });
  const text = `20 models; ${unavailable}; the list may be incomplete, so search for other models`;
  await appears(status(text));
});

test('E18: a list of exactly two pages has no third one, and each page is listed where it belongs', async () => {
  const { hub, session, model, options, status } = await openHub(hubOf(manyRows(1000)));
  session.filterModels(false);
  await appears(status('1,000 models'));
  const listings = (await hub.requests()).filter(({ url }) =>
    /^\/api\/models\?(?!.*inference_provider)/.test(url),
  );
  expect(listings.map(({ url }) => /cursor=\d+/.exec(url)?.[0])).toEqual([undefined, 'cursor=1']);
  await model.click();
  await press('{End}');
  await appears(options.filter({ hasText: 'house/price-1000' }));
  for (const number of ['0500', '0501']) {
    await userEvent.fill(model, number);
    await expect.element(options.first()).toHaveTextContent(`house/price-${number}`);
  }
});

test('loaded models are counted while further pages load, and are kept if those fail', async () => {
  const rules = { [`${LISTING}.*cursor`]: { ending: 'open' }, [LISTING]: pageOf(manyRows(500), 1) } as const;
  const { hub, path, session, status, task, model, options } = await openHub(rules);
  session.filterModels(false);
  await appears(status('Loading models for this task: 500 so far'));
  await expect.element(task).toBeDisabled();
  await hub.send('', 'cut');
  await appears(status('500 models loaded before the request failed'));
  await appears(alert);
  await model.click();
  await options.first().click();
  await expect.poll(path).toBe(`/${TASK}/house/price-0001`);
});

test.each([
  ['an error', failed(500), 'Out of order'],
  ['a page of HTML', { text: '<h1>Welcome</h1>' }, /\S/],
  ['a connection that ends', { ending: 'cut' }, /\S/],
] as const)('a list that fails with %s shows the reason and can be retried', async (_, reply, reason) => {
  const { status, model } = await openHub({ [LISTING]: [reply, json(manyRows(2))] });
  await expect.element(alert).toHaveTextContent(reason);
  // A model can still be entered by name.
  await expect.element(model).toBeEnabled();
  await retry.click();
  await appears(status('2 models'));
  await expect.element(alert).not.toBeInTheDocument();
});

test('W5: a failed search keeps the models, and its error ends when a model is chosen', async () => {
  const rules = { [`${LISTING}.*search=`]: failed(500), ...hubOf(manyRows(3)) };
  const { path, session, status, model, options } = await openHub(rules);
  session.filterModels(false);
  await appears(status('3 models'));
  await model.click();
  await press('rare thing');
  await options.filter({ hasText: 'Search the Hub' }).click();
  await appears(status('The search for “rare thing” failed'));
  await appears(retry);
  await model.click();
  await options.first().click();
  await expect.poll(path).toBe(`/${TASK}/house/price-0001`);
  await appears(status('3 models'));
  await expect.element(alert).not.toBeInTheDocument();
});

test('F51: a slow list of the previous task is canceled and never shown', async () => {
  const { hub, goTo, status, model, options } = await openHub({
    [`${LISTING}.*pipeline_tag=${TASK}`]: { ending: 'open' },
    [LISTING]: json([row('b/of-the-second', { pipeline_tag: 'translation' })]),
    '^/api/tasks': json({ [TASK]: { models: [row('house/first')] } }),
  });
  await appears(status('Loading models for this task'));
  // A request that is canceled before it is sent never arrives.
  await expect
    .poll(async () => (await hub.requests()).some(({ url }) => url.includes(`pipeline_tag=${TASK}`)))
    .toBe(true);
  goTo('/translation');
  await appears(status('1 model'));
  expect(await hub.hasLeft(`pipeline_tag=${TASK}`)).toBe(true);
  await model.click();
  await expect.poll(() => textsOf(options.elements())).toEqual([expect.stringContaining('b/of-the-second')]);
});

test('a failed model lookup shows the reason and can be retried; a late one of another model is not shown', async () => {
  const likes = (count: number) => json(row('some/model', { likes: count }));
  const rules = {
    '^/api/models/some/model/revision/HEAD\\?': [failed(502), likes(7)],
    '^/api/models/some/slow/revision/HEAD\\?': { ending: 'silence' },
    ...hubOf(manyRows(2)),
  } as const;
  const { hub, goTo } = await openHub(rules, `/${TASK}/some/slow`);
  // A request that is canceled before it is sent never arrives.
  await expect
    .poll(async () => (await hub.requests()).some(({ url }) => /slow.revision/.test(url)))
    .toBe(true);
  goTo(`/${TASK}/some/model`);
  await expect.element(page.getByRole('region', { name: 'Chosen model' })).toHaveTextContent('Out of order');
  expect(await hub.hasLeft('some/slow/revision/HEAD?')).toBe(true);
  await retry.click();
  await page.getByRole('button', { name: /^Model details/ }).click();
  await appears(page.getByText('7 likes'));
});

test('F28: names with markup are text, and cannot be selected if they are not IDs', async () => {
  const evil = '<img src=x onerror="document.title=1"><b>bold</b>';
  const rows = [row(evil, { downloads: 9 }), row('org/\u202egnp.exe', { downloads: 8 }), row('org/plain')];
  const { path, goTo, session, model, options, status } = await openHub(hubOf(rows));
  session.filterModels(false);
  await appears(status('3 models'));
  await model.click();
  await expect.element(options.first()).toHaveTextContent(evil);
  expect(within(options.first(), 'img, b')).toEqual([]);
  await expect.element(options.nth(1)).toHaveTextContent('org/<U+202E>gnp.exe');
  await options.first().click({ force: true });
  expect(path()).toBe(`/${TASK}`);
  await press('plain{Enter}');
  await expect.poll(path).toBe(`/${TASK}/org/plain`);
  goTo(`/${encodeURIComponent(evil)}`);
  await appears(page.getByText(`Unknown task '${evil}'`));
  await appears(page.getByText('Choose one of the tasks below.'));
});
