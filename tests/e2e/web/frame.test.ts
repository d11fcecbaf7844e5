import { expect, test } from 'vitest';
import { awaitFocus } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goTo, goToForm, runExample, waitForForm } from '../../support/browser/steps.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { fieldsOf, listAllModels } from './picker/fields.ts';
import { row, TASK } from './picker/model-rows.ts';

type Size = readonly [width: number, height: number, maxHeader: number];

/** From phones over 200% zoom to a laptop, with the most pixels that the header may take. */
const sizes: readonly Size[] = [
  [320, 568, 120],
  [640, 400, 60],
  [1280, 800, 60],
];
const rareSizes: readonly Size[] = [
  [390, 844, 120],
  [768, 1024, 120],
  [1280, 600, 60],
  [1920, 1080, 60],
];

/** Runs in the page: what moves the frame or is under the header or the docked buttons. */
function findFrameProblems(maxHeader: number): string[] {
  const root = document.documentElement;
  const [header, main] = ['header', 'main'].map((name) =>
    document.querySelector(name)!.getBoundingClientRect(),
  );
  const dock = document.querySelector('form > :last-child')?.getBoundingClientRect();
  const focusable = [...document.querySelectorAll<HTMLElement>('main :is(a, button):not([tabindex="-1"])')];
  // The first and the last: those between are alike.
  const sample = focusable.filter((_, index) => index < 6 || index >= focusable.length - 6);
  const hidden = sample.filter((element) => {
    if (!element.checkVisibility()) return false;
    element.focus();
    const { top, bottom, height, left, right } = element.getBoundingClientRect();
    const isUnderDock =
      dock && !element.closest('form > :last-child') && dock.left < right && dock.right > left;
    const foot = isUnderDock ? Math.min(dock.top, innerHeight) : innerHeight;
    return height < foot - header!.bottom && (top < header!.bottom - 1 || bottom > foot + 1);
  });
  return [
    header!.top === 0 ? '' : `the header is at ${header!.top}`,
    header!.height <= maxHeader ? '' : `the header is ${header!.height} high`,
    main!.top >= header!.bottom ? '' : 'the content starts under the header',
    root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth ? '' : 'the page scrolls',
    ...hidden.map(({ outerHTML }) => `hidden: ${outerHTML.slice(0, 120)}`),
  ].filter((problem) => problem !== '');
}

/** Checks all screens at sizes of the window. */
async function checkFrames(windows: readonly Size[]): Promise<void> {
  const app = await openApp();
  const { page, errorLog } = app;
  errorLog.allow(/^failed request: POST \S+: 500$/);
  const screens: [string, () => Promise<unknown>][] = [
    ['start', () => page.getByRole('region', { name: /^All \d+ tasks$/ }).waitFor()],
    ['task', () => goTo(app, '/object-detection').then(() => fieldsOf(page).status(/model/).waitFor())],
    ['form', () => goToForm(app, 'question-answering', 'sandbox/word-overlap-answers')],
    [
      'result',
      () => goToForm(app, 'object-detection', 'sandbox/shape-detector').then(() => runExample(page)),
    ],
    [
      'error',
      () => goToForm(app, 'text-classification', 'trouble/server-error').then(() => runExample(page)),
    ],
  ];
  for (const [name, open] of screens) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    for (const [width, height, maxHeader] of windows) {
      await page.setViewportSize({ width, height });
      const problems = () => page.evaluate(findFrameProblems, maxHeader);
      await expect.poll(problems, { message: `${name} at ${width} x ${height}` }).toEqual([]);
    }
  }
}

const FRAMES = 'W22, W36: the header stays, the page does not scroll, and nothing focused is covered';
test(FRAMES, () => checkFrames(sizes));
test(`${FRAMES}, at rare sizes`, { tags: ['nightly'] }, () => checkFrames(rareSizes));

test('W23, W36: the details of a model open beside it by keyboard and keep the focus; lists of models are inside the window', async () => {
  const { page } = await openApp({ path: '#/text-generation/sandbox/plain-assistant' });
  await waitForForm(page);
  const details = page.getByRole('button', { name: /^Model details/ });
  await details.focus();
  await page.keyboard.press('Enter');
  for (const fact of [
    /^via hf-inference/,
    /^\d+ downloads?$/,
    /likes?$/,
    /^updated \d{4}-/,
    /license$/,
    /^groq: \$\S+ in, \$\S+ out per 1M tokens, [\d,]+ tokens of context$/,
  ])
    await page.getByRole('listitem').filter({ hasText: fact }).waitFor();
  await awaitFocus(page, 'button', /^Model details/);
  await page.keyboard.press('Escape');
  await page.getByText(/license$/).waitFor({ state: 'detached' });
  await awaitFocus(page, 'button', /^Model details/);

  const field = page.getByRole('combobox', { name: 'Model', exact: true });
  for (const [width, height] of [...sizes, [640, 800]] as const) {
    await page.setViewportSize({ width, height });
    await field.click();
    const list = page.getByRole('listbox', { name: 'Models' });
    const { x, width: size } = (await list.boundingBox())!;
    expect([x >= 0, x + size <= width]).toEqual([true, true]);
    await page.getByText('Mark models to compare').waitFor();
    await field.press('Escape');
    await list.waitFor({ state: 'hidden' });
  }
});

test('W28: the same buttons are in the same place for every tab, before and after a run', async () => {
  const { page } = await openApp({ path: '#/image-segmentation/sandbox/color-regions' });
  await waitForForm(page);
  const names = [
    'Compare',
    'Run on many rows',
    'Copy',
    'Download',
    'Copy link',
    'Share with result',
    'Save run',
  ];
  const places = async () => {
    const buttons = page.getByRole('group', { name: 'Actions' }).getByRole('button');
    await expect.poll(() => buttons.count()).toBe(names.length);
    return buttons.evaluateAll((all) =>
      all.map((each) => [each.textContent, each.getBoundingClientRect().x]),
    );
  };
  const before = await places();
  expect(before.map(([name]) => name)).toEqual(names);
  await runExample(page);
  for (const tab of ['Result', 'JSON', 'Code']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    if (tab === 'Code') await page.getByRole('tab', { name: 'curl' }).waitFor();
    expect(await places(), tab).toEqual(before);
  }
});

test('W32: if a name does not fit, its organization is shortened first', { tags: ['nightly'] }, async () => {
  const organization = 'an-organization-with-a-long-name';
  const names = ['7b-instruct-v0.1', '7b-instruct-v0.2', '70b-base'].map((name) => `${organization}/${name}`);
  const hub = await fakeHub({ models: names.map((name) => row(name)), tasks: {} });
  const { page } = await openApp({
    path: `#/${TASK}`,
    config: { hubUrl: hub.url },
    device: 'phone',
    before: listAllModels,
  });
  const { model, options } = fieldsOf(page);
  await fieldsOf(page).status('3 models').waitFor();
  await model.tap();
  await options.first().waitFor();
  const cut = (text: string) =>
    page
      .getByText(text, { exact: true })
      .last()
      .evaluate((part) => part.scrollWidth > part.clientWidth + 1);
  for (const name of names) expect(await cut(name.slice(organization.length + 1)), name).toBe(false);
  await options.filter({ hasText: '7b-instruct-v0.2' }).tap();
  await page.waitForURL(/7b-instruct-v0\.2$/);
  expect(await cut('7b-instruct-v0.2')).toBe(false);
});
