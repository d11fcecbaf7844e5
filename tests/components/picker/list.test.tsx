import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { json } from '../support/server.ts';
import { button, press, textsOf, within } from '../support/user.ts';
import { hubOf, manyRows, openHub, providerSummary, row, TASK } from './hub.ts';

const LONG = `house/${'rather-long-name-'.repeat(9)}end`;
const bird = row('rare/bird', { downloads: 3 });

const listing = hubOf([
  ...manyRows(1100),
  row('house/first', {
    downloads: 8_000_000,
    likes: 4321,
    inferenceProviderMapping: providerSummary('house/first', 'hf-inference', 'together', 'nscale', 'novita'),
  }),
  row('gate/kept', { downloads: 7_000_000, gated: 'manual', private: true }),
  row(LONG, { downloads: 6_000_000 }),
  // Its few downloads put it after the first thousand.
  bird,
]);
const rules = {
  '^/api/models/rare/fish': { status: 404, text: '{"error":"Repository not found"}' },
  '^/api/models\\?.*search=(?:bird|rare)': json([bird]),
  '^/api/models\\?.*search=': json([]),
  ...listing,
};

const switchOn = page.getByRole('switch', { name: 'Available now' });
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const at = (place: number) => document.querySelector(`[aria-posinset="${place}"]`);

/** The text of the row that the focused field references as active. */
const active = () =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent;

/** The list of all models, available or not. */
async function openList() {
  const screen = await openHub(rules);
  screen.session.filterModels(false);
  await appears(screen.status('1,000 models'));
  return screen;
}

test('1,000 models: only visible rows are in the document, with their positions', async () => {
  const { path, model, options } = await openList();
  await model.click();
  await appears(options);
  await expect.poll(() => options.elements().length).toBeLessThan(20);
  const first = options.first();
  await expect.element(first).toHaveAttribute('aria-setsize', '1000');
  await expect.element(first).toHaveAttribute('aria-posinset', '1');
  expect(first.element().textContent).toMatch(
    /^house\/first(?:default)?8\.0M downloads, 4\.3k likes, via hf-inference, together and 2 more$/,
  );
  await expect.element(options.nth(1)).toHaveTextContent('privategated');
  expect(within(options.filter({ hasText: LONG }), `[title="${LONG}"]`)).toHaveLength(1);

  const list = page.getByRole('listbox').element();
  list.scrollTop = list.scrollHeight / 2;
  await expect.poll(() => at(500)).not.toBe(null);
  expect(options.elements().length).toBeLessThan(20);
  await userEvent.click(at(500)!);
  await expect.poll(path).toBe(`/${TASK}/house/price-0497`);
  // The list opens at the selected model.
  await model.click();
  await appears(options.filter({ hasText: 'selected' }));
});

test('the list works by keyboard: arrows, page keys, Home, End, Alt, Esc and Enter, always with the active row in view', async () => {
  const { path, model, options } = await openList();
  const isAt = async (place: number, name: string) => {
    await expect.poll(active).toContain(name);
    await expect
      .poll(() => {
        const [row, box] = [at(place)!, at(place)!.parentElement!].map((each) =>
          each.getBoundingClientRect(),
        );
        return row!.top >= box!.top - 1 && row!.bottom <= box!.bottom + 1;
      })
      .toBe(true);
  };
  model.element().focus();
  await press('{ArrowDown}');
  await isAt(1, 'house/first');
  await press('{ArrowDown}');
  await isAt(2, 'gate/kept');
  await press('{PageDown}{PageDown}');
  await isAt(22, 'price-0019');
  await press('{End}');
  await isAt(1000, 'price-0997');
  await press('{PageUp}');
  await isAt(990, 'price-0987');
  await press('{Home}');
  await isAt(1, 'house/first');
  await press('0042');
  await isAt(1, 'house/price-0042');
  await press('{Escape}');
  await expect.element(model).toHaveValue('');
  await expect.element(options.first()).not.toBeInTheDocument();
  expect(path()).toBe(`/${TASK}`);
  await press('{Alt>}{ArrowDown}{/Alt}');
  await appears(options);
  await press('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(options.first()).not.toBeInTheDocument();

  await press('0042{Enter}');
  await expect.poll(path).toBe(`/${TASK}/house/price-0042`);
  await expect.element(model).toHaveFocus();
  // Leaving the field selects nothing.
  await press('0043');
  page
    .getByRole('button', { name: /^Model details/ })
    .element()
    .focus();
  await expect.element(model).toHaveValue('house/price-0042');
  expect(path()).toBe(`/${TASK}/house/price-0042`);
});

test('typing matches scattered letters, highlights them and shows the count', async () => {
  const { model, options, status } = await openList();
  await model.click();
  await press('hsprc0777');
  await appears(options.filter({ hasText: 'price-0777' }));
  expect(textsOf(within(options.first(), 'mark')).join('')).toBe('hsprc0777');
  await appears(status('1 of 1,000 models'));
  await userEvent.clear(model);
  await appears(status(/^1,000 models$/));
  await expect.element(options.first()).toHaveTextContent('house/first');
});

test('a query without matches is sent to the Hub, and the full list returns', async () => {
  const { hub, model, options, status } = await openList();
  await model.click();
  await press('bird');
  const search = options.filter({ hasText: 'Search the Hub for “bird”' });
  await appears(search);
  expect(search.element().getAttribute('aria-posinset')).toBe(search.element().getAttribute('aria-setsize'));
  await search.click();
  // The list opens with the results, and the field has the focus again.
  await appears(options.filter({ hasText: 'rare/bird' }));
  await appears(status('1 model found for “bird”'));
  await expect.element(model).toHaveFocus();
  expect((await hub.requests()).filter(({ url }) => url.includes('search=bird'))).toHaveLength(1);
  await press('{Escape}');
  await button('Clear search').click();
  await appears(status('1,000 models'));
  await expect.element(model).toHaveFocus();

  await press('zzzz{Enter}');
  await appears(status('No model found for “zzzz”'));
  await press('{Escape}');
  await expect.element(button('Clear search')).toBeVisible();
});

test('S12: the list can be filtered by availability, which counts the hidden models', async () => {
  const { session, hub, model, options, status } = await openList();
  const listings = async () =>
    (await hub.requests()).filter(({ url }) => url.startsWith('/api/models?')).map(({ url }) => url);
  await expect.poll(async () => (await listings()).at(-1)).toContain('inference_provider=all');
  const before = await listings();
  session.filterModels(true);
  await appears(status(/^1 model; 999 unavailable hidden$/));
  await model.click();
  await appears(options.filter({ hasText: /via hf-inference/ }));
  expect(options.filter({ hasText: 'unavailable' }).query()).toBe(null);
  await press('gate/kept');
  await appears(status(/^0 of 1 model; 1 unavailable hidden$/));
  await appears(options.filter({ hasText: 'Use gate/kept' }));
  await press('{Tab}');
  await expect.element(switchOn).toHaveFocus();
  await press(' ');
  await appears(status('1,000 models'));
  await expect.element(switchOn).toHaveFocus();
  expect(await listings()).toEqual(before);
  expect(localStorage.getItem('models')).toBe('all');
});

test('an unavailable model is reported with available ones', async () => {
  const { model, options } = await openList();
  await model.click();
  await options.filter({ hasText: 'gate/kept' }).click();
  await appears(
    page.getByText('No provider runs this model right now. You can run it on your own endpoint.'),
  );
  await appears(page.getByText('Gated: request access on its page.'));
  await appears(page.getByText('Private: only its owners and people with access can run it.'));
  await button('Show available models').click();
  await expect.element(model).toHaveFocus();
  await expect.element(model).toBeEnabled();
  await press('{ArrowDown}');
  await appears(options);
  await expect.element(switchOn).toBeChecked();
  // The selected model keeps its details although it is no longer in the list.
  await appears(page.getByText('Gated: request access on its page.'));
});

test('a complete ID or page URL is looked up once, a missing model is reported, and an organization is searched', async () => {
  const { hub, path, model, options, status } = await openList();
  await model.click();
  await press(`${hub.url}/rare/fish`);
  await options.filter({ hasText: 'Use rare/fish' }).click();
  await appears(page.getByText('Model rare/fish not found'));
  expect(button('Run').query()).toBe(null);
  await model.click();
  await userEvent.fill(model, 'rare/bird');
  await options.filter({ hasText: 'Use rare/bird' }).click();
  await expect.poll(path).toBe(`/${TASK}/rare/bird`);
  await page.getByRole('button', { name: /^Model details/ }).click();
  await appears(page.getByText('3 downloads'));
  const lookups = (await hub.requests()).filter(({ url }) =>
    url.startsWith('/api/models/rare/bird/revision/HEAD?'),
  );
  expect(lookups).toHaveLength(1);
  await press('{Escape}');
  await model.click();
  await userEvent.fill(model, 'https://huggingface.co/rare');
  await options.filter({ hasText: 'Search the Hub for “rare”' }).click();
  await appears(status('1 model found for “rare”'));
});

test('a listed model is found by pasted IDs and URLs', async () => {
  const { hub, model, options } = await openList();
  await model.click();
  for (const text of [
    'house/price-0042',
    '  house / price-0042 ',
    '"house/price-0042"',
    'https://huggingface.co/house/price-0042',
    'https://huggingface.co/house/price-0042/tree/main?library=x#files',
    'hf.co/house/price-0042/',
    `${hub.url}/house/price-0042`,
  ]) {
    await userEvent.fill(model, text);
    await expect.element(options.first(), { message: text }).toHaveTextContent('house/price-0042');
    expect(options.filter({ hasText: 'Use house/price-0042' }).query(), text).toBe(null);
  }
});

test("on a phone, the list is a sheet that keeps the page's scroll position", async () => {
  await page.viewport(390, 844);
  const { path, model, options } = await openList();
  await model.click();
  await appears(options);
  const { left, width, bottom } = page.getByRole('listbox').element().getBoundingClientRect();
  expect([left, width, bottom]).toEqual([0, 390, 844]);
  expect(model.element().getBoundingClientRect().top).toBeLessThan(100);
  await button('Close').click();
  await expect.element(options.first()).not.toBeInTheDocument();
  // The keyboard stays hidden.
  await expect.element(button('Models')).toHaveFocus();
  await model.click();
  // Esc outside the field sends the same close request as a phone's back gesture, again each time.
  for (let times = 0; times < 2; times += 1) {
    button('Close').element().focus();
    await press('{Escape}');
    await expect.element(options.first()).not.toBeInTheDocument();
    await expect.element(button('Models')).toHaveFocus();
    expect(path()).toBe(`/${TASK}`);
    await model.click();
    await appears(options);
  }
  await options.nth(2).click();
  await expect.poll(path).toBe(`/${TASK}/${LONG}`);
  await appears(page.getByRole('heading', { name: LONG }));
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('W68: candidates with a provider are marked once, a ninth is refused, and a typed provider is chosen', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => row(`org/model-${index}`, { downloads: 100 - index }));
  const path = `/${TASK}/org/model-0?compare=org/model-0:groq,org/model-1`;
  const screen = await openHub(hubOf(rows), path);
  const { options } = screen;
  const model = page.getByRole('combobox', { name: 'Model', exact: true });
  const marked = page.getByRole('option', { name: 'marked to compare' });
  await expect.element(model).toHaveValue('org/model-0');
  screen.session.filterModels(false);
  await model.click();
  await expect
    .poll(() => textsOf(marked.elements()).map((text) => text.slice(0, 11)))
    .toEqual(['org/model-0', 'org/model-1']);
  const toggle = (at: number) => userEvent.click(within<HTMLElement>(options.nth(at), '[class*="mark"]')[0]!);
  await toggle(0);
  await expect.poll(() => marked.elements().length).toBe(1);
  for (const at of [0, 2, 3, 4, 5, 6, 7]) await toggle(at);
  await expect.poll(() => marked.elements().length).toBe(8);
  await toggle(8);
  await appears(page.getByText('8 at most'));
  expect(textsOf(marked.elements()).join()).not.toContain('org/model-8');
  await userEvent.fill(model, 'org/model-3:groq');
  await page.getByText('Use org/model-3:groq').click();
  await expect.poll(screen.path).toBe(`/${TASK}/org/model-3`);
  expect(screen.session.getSnapshot().choices.provider).toBe('groq');
  // Enter chooses the provider as well, and the field then shows the model in the address.
  for (const provider of ['together', 'nscale']) {
    await userEvent.fill(model, `org/model-3:${provider}`);
    await press('{Enter}');
    await expect.poll(() => screen.session.getSnapshot().choices.provider).toBe(provider);
    await expect.element(model).toHaveValue('org/model-3');
  }
});
