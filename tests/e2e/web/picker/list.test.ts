import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { expectFocus, pressUntil } from '../../../support/browser/focus.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { activeDescendant, fieldsOf, listAllModels, openDetails } from './fields.ts';
import { manyRows, row, providerSummary, TASK } from './model-rows.ts';

const COUNT = 1100;
const LONG = `house/${'rather-long-name-'.repeat(9)}end`;
const sandbox = await recordingSandbox({
  listing: [
    ...manyRows(COUNT),
    row('house/first', {
      downloads: 8_000_000,
      likes: 4321,
      lastModified: '2026-03-04T05:06:07.000Z',
      inferenceProviderMapping: providerSummary(
        'house/first',
        'hf-inference',
        'together',
        'nscale',
        'novita',
      ),
    }),
    row('gate/kept', { downloads: 7_000_000, gated: 'manual', private: true }),
    row(LONG, { downloads: 6_000_000 }),
    // Its few downloads put it after the first thousand.
    row('rare/bird', { downloads: 3 }),
  ],
});

/** Opens the list of all models, available or not. */
async function openList(options: AppOptions = {}) {
  const app = await openApp({ sandbox, path: `#/${TASK}`, before: listAllModels, ...options });
  const fields = fieldsOf(app.page);
  await fields.status('1,000 models').waitFor();
  return { ...app, ...fields };
}

const position = (text: string) => `[aria-posinset="${text}"]`;

test('1,000 models: only visible rows are in the document, with their positions', async () => {
  const { page, model, options } = await openList();
  await model.click();
  await options.first().waitFor();
  await expect.poll(() => options.count()).toBeLessThan(20);
  const first = options.first();
  await expect.poll(() => first.getAttribute('aria-setsize')).toBe('1000');
  await expect.poll(() => first.getAttribute('aria-posinset')).toBe('1');
  await expect
    .poll(() => first.textContent())
    .toBe('house/first8.0M downloads, 4.3k likes, via hf-inference, together and 2 more');
  await expect.poll(() => options.nth(1).textContent()).toContain('privategated');
  await expect.poll(() => options.filter({ hasText: LONG }).locator(`[title="${LONG}"]`).count()).toBe(1);
  await expectNoViolations(page);
  await takeScreenshot(page, 'picker/list');

  await page.getByRole('listbox').evaluate((list) => (list.scrollTop = list.scrollHeight / 2));
  await page.locator(position('500')).waitFor();
  await expect.poll(() => options.count()).toBeLessThan(20);
  await page.locator(position('500')).click();
  await page.waitForURL(/house\/price-0497$/);
  // The list opens at the selected model.
  await model.click();
  await options.filter({ hasText: 'selected' }).waitFor();
});

test('the list works by keyboard: arrows, page keys, Home, End, Alt, Esc and Enter, always with the active row in the document', async () => {
  const { page, model, options } = await openList();
  await model.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeDescendant(page)).toContain('house/first');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeDescendant(page)).toContain('gate/kept');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const visible = (place: string) =>
    page.locator(position(place)).evaluate((element) => {
      const [row, list] = [element, element.parentElement!].map((part) => part.getBoundingClientRect());
      return row!.top >= list!.top - 1 && row!.bottom <= list!.bottom + 1;
    });
  await expect.poll(() => activeDescendant(page)).toContain('price-0019');
  await expect.poll(() => visible('22')).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => activeDescendant(page)).toContain('price-0997');
  await expect.poll(() => visible('1000')).toBe(true);
  await page.keyboard.press('PageUp');
  await expect.poll(() => visible('990')).toBe(true);
  await page.keyboard.press('Home');
  await expect.poll(() => activeDescendant(page)).toContain('house/first');
  await expect.poll(() => visible('1')).toBe(true);

  await page.keyboard.type('0042');
  await expect.poll(() => activeDescendant(page)).toContain('house/price-0042');
  await page.keyboard.press('Escape');
  await expect.poll(() => model.inputValue()).toBe('');
  await expect.poll(() => options.count()).toBe(0);
  await expect.poll(() => page.url()).toMatch(new RegExp(`#/${TASK}$`));
  await page.keyboard.press('Alt+ArrowDown');
  await options.first().waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => options.count()).toBe(0);

  await page.keyboard.type('0042');
  await page.keyboard.press('Enter');
  await page.waitForURL(/house\/price-0042$/);
  await expectFocus(model);
  // Leaving the field selects nothing.
  await page.keyboard.type('0043');
  await pressUntil(page, 'button', /^Model details/);
  await expect.poll(() => model.inputValue()).toBe('house/price-0042');
  await expect.poll(() => page.url()).toMatch(/house\/price-0042$/);
});

test('typing matches scattered letters, highlights them and shows the count', async () => {
  const { page, model, options, status } = await openList();
  await model.click();
  await page.keyboard.type('hsprc0777');
  await options.filter({ hasText: 'price-0777' }).waitFor();
  await expect.poll(() => options.first().locator('mark').allTextContents()).not.toEqual([]);
  await expect
    .poll(async () => (await options.first().locator('mark').allTextContents()).join(''))
    .toBe('hsprc0777');
  await status('1 of 1,000 models').waitFor();
  await takeScreenshot(page, 'picker/typed');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await status(/^1,000 models$/).waitFor();
  await expect.poll(() => options.first().textContent()).toContain('house/first');
});

test('a query without matches is sent to the Hub, and the full list returns', async () => {
  const { page, model, options, status, requests } = await openList();
  await model.click();
  await page.keyboard.type('bird');
  const search = options.filter({ hasText: 'Search the Hub for “bird”' });
  await expect
    .poll(() => search.getAttribute('aria-posinset'))
    .toBe(await search.getAttribute('aria-setsize'));
  await search.click();
  // The list opens with the results, and the field has the focus again.
  await options.filter({ hasText: 'rare/bird' }).waitFor();
  await status('1 model found for “bird”').waitFor();
  await expectFocus(model);
  await expect
    .poll(() => requests.filter(({ method, url }) => method === 'GET' && url.includes('search=bird')))
    .toHaveLength(1);
  await takeScreenshot(page, 'picker/found');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await status('1,000 models').waitFor();

  await model.click();
  await page.keyboard.type('zzzz');
  await page.keyboard.press('Enter');
  await status('No model found for “zzzz”').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear search' }).waitFor();
});

test('S12: the list can be filtered by availability, which counts the hidden models', async () => {
  const { page, model, options, servedOnly, toggleAvailable, status, requests } = await openList();
  const listings = () => requests.filter(({ url }) => url.startsWith('/api/models?')).length;
  const before = listings();
  await toggleAvailable();
  await status(/^\d models; 99\d unavailable hidden$/).waitFor();
  await model.click();
  await expect.poll(() => options.filter({ hasText: /\bvia [a-z]/ }).count()).toBeGreaterThan(0);
  expect(await options.filter({ hasText: 'unavailable' }).count()).toBe(0);
  await page.keyboard.type('gate/kept');
  await status(/^0 of \d models; 1 unavailable hidden$/).waitFor();
  await options.filter({ hasText: 'Use gate/kept' }).waitFor();
  await page.keyboard.press('Tab');
  await expectFocus(servedOnly);
  await page.keyboard.press('Space');
  await status('1,000 models').waitFor();
  await expectFocus(servedOnly);
  expect(listings()).toBe(before);
});

test('an unavailable model is reported with available ones', async () => {
  const { page, model, options, servedOnly } = await openList();
  await model.click();
  await options.filter({ hasText: 'gate/kept' }).click();
  await page
    .getByText('No provider runs this model right now. You can run it on your own endpoint.')
    .waitFor();
  await page.getByText('Gated: request access on its page.').waitFor();
  await page.getByText('Private: only its owners and people with access can run it.').waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'picker/unserved');
  await page.getByRole('button', { name: 'Show available models' }).click();
  await expectFocus(model);
  await expect.poll(() => model.isEnabled()).toBe(true);
  await page.keyboard.press('ArrowDown');
  await options.first().waitFor();
  await expect.poll(() => servedOnly.isChecked()).toBe(true);
  await takeScreenshot(page, 'picker/served');
  // The selected model keeps its details although it is no longer in the list.
  await page.getByText('Gated: request access on its page.').waitFor();
});

test('a complete ID or page URL is looked up, and a missing model is reported', async () => {
  const { page, model, options, requests, errorLog } = await openList();
  errorLog.expect(/^failed request: GET \S+rare\/fish\S*: 404$/);
  await model.click();
  await page.keyboard.insertText(`${sandbox.hubUrl}/rare/fish`);
  await options.filter({ hasText: 'Use rare/fish' }).click();
  await page.getByText('Model rare/fish not found').waitFor();
  expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
  await model.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('rare/bird');
  await options.filter({ hasText: 'Use rare/bird' }).click();
  await page.waitForURL(new RegExp(`#/${TASK}/rare/bird$`));
  await openDetails(page);
  await page.getByText('3 downloads').waitFor();
  await expect
    .poll(() =>
      requests.filter(
        ({ method, url }) => method === 'GET' && url.startsWith('/api/models/rare/bird/revision/HEAD?'),
      ),
    )
    .toHaveLength(1);
});

test("on a phone, the list is a sheet that keeps the page's scroll position", async () => {
  const { page, model, options } = await openList({ device: 'phone' });
  await model.tap();
  await options.first().waitFor();
  const box = await page.getByRole('listbox').boundingBox();
  expect(box).toMatchObject({ x: 0, width: 390 });
  expect(box!.y + box!.height).toBe(844);
  await expect.poll(async () => (await model.boundingBox())!.y).toBeLessThan(100);
  await expectNoViolations(page);
  await takeScreenshot(page, 'picker/sheet');
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => options.count()).toBe(0);
  await model.tap();
  await options.nth(2).tap();
  await page.waitForURL(new RegExp(`${LONG}$`));
  await page.getByRole('heading', { name: LONG }).waitFor();
  // Nothing is wider than the screen.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await takeScreenshot(page, 'picker/phone-long', { fullPage: true });
});
