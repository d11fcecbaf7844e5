import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import { account, signInScreen } from '../../support/browser/signing-in.ts';
import { goTo } from '../../support/browser/steps.ts';

const SENTIMENT = '/text-classification/sandbox/vader-sentiment';

/** Screens with the last of their parts; the others are like one of them. */
const screens: readonly [path: string, part: string, tags: string[]][] = [
  ['/', 'h1', []],
  [SENTIMENT, 'main textarea', []],
  ['/zero-shot-classification/sandbox/label-overlap', 'main textarea', ['nightly']],
  ['/table-question-answering/sandbox/table-rules', 'main textarea', ['nightly']],
  ['/text-generation/sandbox/plain-assistant', 'main textarea', []],
  [`${SENTIMENT}?batch=`, 'main textarea', ['nightly']],
  [`${SENTIMENT}?compare=sandbox/vader-sentiment,sandbox/mood-word-count`, 'main textarea', ['nightly']],
  ['/sign-in', 'main textarea', []],
];

/** Ways to leave a field, a list, a menu or a dialog without choosing anything. */
const exits: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Esc: (page) => page.keyboard.press('Escape'),
  Tab: (page) => page.keyboard.press('Tab'),
  'a click elsewhere': (page) => page.mouse.click(4, 500),
  'another window': (page) =>
    page.evaluate(() => {
      dispatchEvent(new FocusEvent('blur'));
      document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }),
};

/** All that opens or takes something; files are chosen in a dialog of the browser. */
const CONTROLS = 'button[aria-haspopup], button[popovertarget], input:not([type=file]), textarea, select';

const options = (page: Page) => page.getByRole('option').filter({ visible: true });

/** What must be the same afterwards. */
async function read({ page, requests }: OpenApp) {
  const values = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLInputElement>('main *, header *'))
      .filter((each) => each.matches(':is(input, textarea, select):not(dialog *)'))
      .map(({ value, checked }) => `${value} ${checked}`),
  );
  const sent = requests.filter(({ method }) => method === 'POST').length;
  return { values, sent, url: page.url(), isSignedIn: await account(page).isVisible() };
}

/** Opens a control, and highlights a choice with the keyboard or the mouse. */
async function open(page: Page, control: Locator, isHovered: boolean): Promise<void> {
  await control.click();
  const opens = await control.evaluate((element) => element.matches('[aria-haspopup], [popovertarget]'));
  if (opens) await page.locator('dialog[open], :popover-open').waitFor();
  if ((await options(page).count()) === 0) return;
  await page.keyboard.press('ArrowDown');
  if (isHovered) await options(page).last().hover();
}

async function close(page: Page): Promise<void> {
  const layer = page.locator(
    'dialog[open], :popover-open, [role=combobox][aria-expanded=true]:not(dialog *)',
  );
  for (let count = await layer.count(); count > 0; count -= 1) await page.keyboard.press('Escape');
  await expect.poll(() => layer.count()).toBe(0);
}

/** Safari's order: the composition has ended when the Enter arrives that confirmed it. Others send it before. */
async function confirmWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.activeElement!;
    const press = (key: string, init: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    for (const key of ['Enter', 'Escape', 'Backspace', 'Tab']) press(key, { isComposing: true });
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '言葉' }));
    for (const held of [{}, { ctrlKey: true }, { metaKey: true }]) press('Enter', { keyCode: 229, ...held });
  });
}

/** The first control of each kind, by its position among all; clicking a box, a radio or a slider changes it. */
function findKinds(controls: Locator): Promise<{ readonly index: number; readonly kind: string }[]> {
  return controls.evaluateAll((elements) => {
    const kinds = elements.map((element, index) => {
      const names = ['type', 'role', 'aria-haspopup', 'popovertarget'];
      const marks = names.map((name) =>
        name === 'popovertarget' ? element.hasAttribute(name) : element.getAttribute(name),
      );
      return { index, kind: [element.localName, ...marks].join(' ') };
    });
    const firsts = new Map(kinds.reverse().map((each) => [each.kind, each]));
    return [...firsts.values()].filter(({ kind }) => !/checkbox|radio|range/.test(kind));
  });
}

for (const [path, last, tags] of screens)
  test(
    `W39, R22: leaving and confirming words does nothing on ${path}`,
    { tags, timeout: 120_000 },
    async () => {
      const app = await openApp({ path: `#${path}` });
      const { page } = app;
      await page.locator(last).first().waitFor();
      // Parts of fields load on demand.
      await page.waitForLoadState('networkidle');
      for (const field of await page.locator('main textarea').filter({ visible: true }).all())
        if (await field.isEditable()) await field.fill('A good day');
      // The header is the same on all forms.
      const part = [SENTIMENT, '/'].includes(path) ? 'body' : 'main';
      const controls = page.locator(part).locator(CONTROLS).filter({ visible: true });
      const kinds = await findKinds(controls);
      expect(kinds).not.toEqual([]);
      const before = await read(app);
      for (const { index, kind } of kinds) {
        const control = controls.nth(index);
        for (const [way, leave] of Object.entries(exits)) {
          await open(page, control, way !== 'Tab');
          await leave(page);
          await close(page);
        }
        if (!kind.startsWith('button')) {
          await open(page, control, false);
          await confirmWords(page);
          await page.keyboard.press('Escape');
        }
        expect(await read(app), kind).toEqual(before);
      }
    },
  );

test('W39: the palette runs an action only when it is chosen', async () => {
  const app = await openApp({ path: `#${SENTIMENT}` });
  const { page } = app;
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await account(page).waitFor();
  const before = await read(app);
  let tries = 0;
  for (const action of ['Run', 'Clear', 'Sign Out']) {
    for (const leave of Object.values(exits)) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill(action);
      // Each way to leave is tried with the keyboard's and with the pointer's choice.
      const isHovered = (tries += 1) % 2 === 0;
      if (isHovered) await dialog.getByRole('option', { name: action }).first().hover();
      else await page.keyboard.press('ArrowDown');
      await confirmWords(page);
      await leave(page);
      await close(page);
      await dialog.waitFor({ state: 'detached' });
    }
    tries += 1;
    expect(await read(app), action).toEqual(before);
  }
}, 120_000);

test('Esc closes one thing at a time, cancels a run from a closed list, and keeps a typed token', async () => {
  const app = await openApp({ path: `#${SENTIMENT}` });
  const { page } = app;
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  const inference = '**/hf-inference/models/sandbox/vader-sentiment';
  await page.route(inference, () => undefined);
  await Promise.all([
    page.waitForRequest(inference),
    page.getByRole('button', { name: 'Run', exact: true }).click(),
  ]);
  const progress = page.getByRole('progressbar');
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.click();
  await options(page).first().waitFor();
  await page.keyboard.press('Escape');
  await options(page).first().waitFor({ state: 'hidden' });
  expect(await progress.count()).toBe(1);
  await page.keyboard.press('Escape');
  await progress.waitFor({ state: 'detached' });
  await page.unroute(inference);

  await page.route('**/api/whoami-v2', (route) => route.fulfill({ status: 401, json: { error: 'Invalid' } }));
  app.errorLog.allow(/401/);
  await page.reload();
  const { box } = signInScreen(page);
  await box.fill('hf_typed');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign in again' }).click();
  expect(await box.inputValue()).toBe('hf_typed');
  await goTo(app, '/');
});
