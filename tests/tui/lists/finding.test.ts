import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendJson } from '../../support/loopback.ts';
import { always, chosenRow, listingRow, modelHub, modelsOn, type ModelRow } from './model-hub.ts';

const rows: ModelRow[] = [
  { id: 'org/served', downloads: 30 },
  { id: 'org/alone', downloads: 20, by: [] },
  { id: 'org/other', downloads: 10, by: ['groq'] },
];

/** A hub that narrows its listing as the Hub does. */
const narrowing = (further: readonly ModelRow[] = []) =>
  modelHub(
    (query, response) => {
      const search = query.get('search');
      const known = search === null ? rows : [...rows, ...further].filter(({ id }) => id.includes(search));
      const served = query.has('inference_provider') ? known.filter(({ by }) => by?.length !== 0) : known;
      sendJson(response, served.map(listingRow));
    },
    [...rows, ...further],
  );

describe('only served models', () => {
  test('Ctrl-S asks the hub for them, and for all again', async () => {
    const hub = await narrowing();
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models/);
    terminal.press('end', 'ctrl+s');
    const screen = await terminal.until(/2 models · available/);
    expect(screen).not.toContain('org/alone');
    expect(chosenRow(screen)).toMatch(/^org\/other/);
    expect(hub.received.at(-1)?.url).toContain('inference_provider=all');
    terminal.press('ctrl+s');
    await terminal.until(/3 models(?! ·)/);
  });

  test('what was chosen stays chosen, whatever else was typed might be', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.type('org/o');
    await terminal.until(/❯ org\/other/);
    terminal.press('ctrl+s');
    const screen = await terminal.until(/of 2 models · available/);
    expect(screen).toContain('Use org/o');
    expect(chosenRow(screen)).toMatch(/^org\/other/);
  });

  test('a model that nobody serves says so, and leads to those that are served', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.type('alone');
    await terminal.until(/❯ org\/alone/);
    terminal.press('enter');
    await terminal.until(/No provider runs org\/alone right now\.[^]*Ctrl-S: available models of this task/);
    terminal.press('escape');
    await terminal.until((screen) => !screen.includes('right now'));
    expect(chosenRow(terminal.screen())).toMatch(/^org\/alone/);
    terminal.press('enter', 'ctrl+s');
    const screen = await terminal.until(/(?<!of )2 models · available/);
    expect(screen).not.toContain('right now');
  });

  test('or is taken all the same', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.press('down', 'enter');
    await terminal.until(/No provider runs org\/alone/);
    terminal.press('enter');
    await terminal.until(/^Tryout › Text Classification › /);
  });

  test('another key goes on in the list', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.press('down', 'enter');
    await terminal.until(/No provider runs org\/alone/);
    terminal.press('down');
    const screen = await terminal.until(/❯ org\/other/);
    expect(screen).not.toContain('right now');
  });

  test.each([
    [40, 12],
    [20, 7],
  ])('the ways on are readable at %i x %i', async (columns, height) => {
    const terminal = await modelsOn(await narrowing(), { columns, rows: height });
    await terminal.until(/❯ org\/served/);
    terminal.press('down', 'enter');
    const screen = await terminal.until(/No provider runs/);
    expect(screen).toMatch(/Enter: continue/);
    expect(screen).toMatch(/Ctrl-S: available/);
    expect(screen).toMatch(/Esc: back/);
  });
});

describe('what is not in the list', () => {
  test('is searched for on the Hub, and Esc leads back to the whole list', async () => {
    const hub = await narrowing([{ id: 'far/away' }]);
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models/);
    terminal.type('away');
    await terminal.until(/None of these 3 models matches 'away'\.[^]*Ctrl-N: search the Hub/);
    terminal.press('ctrl+n');
    await terminal.until(/Found on the Hub: 'away'\. Esc: the full list[^]*❯ far\/away/);
    expect(hub.received.at(-1)?.url).toContain('search=away');
    terminal.press('escape');
    await terminal.until(/3 models/);
    expect(terminal.screen()).not.toContain('Found on the Hub');
  });

  test('and is not there either: then that is said', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.type('nowhere');
    await terminal.until(/None of these 3/);
    terminal.press('ctrl+n');
    await terminal.until(/The Hub found no model of this task for 'nowhere'\.\nEsc: the full list/);
    expect(terminal.screen()).not.toMatch(/No models available|Found on the Hub/);
    terminal.press('escape');
    await terminal.until(/3 models/);
    terminal.press('ctrl+s');
    await terminal.until(/2 models/);
    terminal.type('alone');
    await terminal.until(/None of these 2/);
    // There is nothing to choose, so Enter means the search.
    terminal.press('enter');
    await terminal.until(/The Hub found no available model[^]*'alone'\.\nCtrl-S: search all models\. Esc/);
    terminal.press('ctrl+s');
    await terminal.until(/❯ org\/alone/);
  });

  test('a pasted novel is neither repeated nor sent', async () => {
    const hub = await narrowing();
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models/);
    terminal.paste('xyzzy '.repeat(50_000));
    await terminal.until(/None of these 3 models matches 'xyzzy/);
    expect(terminal.written().length).toBeLessThan(100_000);
    terminal.press('ctrl+n');
    await terminal.until(/The Hub found no model/);
    expect(hub.received.at(-1)!.url.length).toBeLessThan(1000);
  });

  test('can be opened by its whole id, when somebody serves it', async () => {
    const hub = await narrowing([{ id: 'far/away' }]);
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models/);
    terminal.type('far/away');
    await terminal.until(/❯ Use far\/away/);
    terminal.press('enter');
    await terminal.until(/^Tryout › Text Classification › /);
    expect(hub.received.some(({ url }) => url.startsWith('/api/models/far/away?'))).toBe(true);
  });

  test('by an id that nobody serves, or that there is none of: that is said first', async () => {
    const terminal = await modelsOn(await narrowing([{ id: 'far/alone', by: [] }]));
    await terminal.until(/3 models/);
    terminal.type('far/alone');
    await terminal.until(/❯ Use far\/alone/);
    terminal.press('enter');
    await terminal.until(/No provider runs far\/alone right now/);
    terminal.press('escape');
    await terminal.until((screen) => !screen.includes('right now'));
    terminal.type('x');
    await terminal.until(/❯ Use far\/alonex/);
    terminal.press('enter');
    await terminal.until(/Repository not found/);
  });

  test('F51: what is known of an id too late leads nobody away from where they are by then', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const hub = await modelHub(always(rows), [{ id: 'far/away' }], held);
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models/);
    terminal.type('far/away');
    await terminal.until(/❯ Use far\/away/);
    terminal.press('enter');
    await terminal.until(/Looking up the providers of far\/away/);
    terminal.press('ctrl+y');
    await terminal.until(/› account/i);
    release();
    terminal.press('escape');
    await terminal.until(/Filter: far\/away/);
    terminal.press('escape');
    await terminal.until(/Filter: {2}Select a model/);
    expect(terminal.screen()).not.toContain('far/away');
  });

  test('an id of the list is not offered a second time', async () => {
    const terminal = await modelsOn(await narrowing());
    await terminal.until(/3 models/);
    terminal.type('org/served');
    await terminal.until(/❯ org\/served/);
    expect(terminal.screen()).not.toContain('Use org/served');
  });
});

test('where one was in the list is there again after the form', async () => {
  const hub = await modelHub(always(Array.from({ length: 300 }, (_, index) => ({ id: `org/m${index}` }))));
  const terminal = await modelsOn(hub);
  await terminal.until(/300 models/);
  terminal.type('m2');
  await terminal.until(/of 300 models/);
  await terminal.until(/Filter: m2 [^]*❯ org\/m2 /);
  terminal.press('page-down');
  const paged = await terminal.until(/❯ org\/m(?!2 )/);
  terminal.press('down');
  const before = await terminal.until((screen) => chosenRow(screen) !== chosenRow(paged));
  const listed = hub.received.length;
  terminal.press('enter');
  await terminal.until(/^Tryout › Text Classification › /);
  terminal.press('escape');
  const after = await terminal.until(/Filter: m2 /);
  expect(chosenRow(after)).toBe(chosenRow(before));
  expect(hub.received.slice(listed).filter(({ url }) => url.startsWith('/api/models?'))).toEqual([]);
  // What was looked for has been found: new letters look for something else.
  terminal.type('m17');
  await terminal.until(/Filter: m17 [^]*❯ org\/m17 [^]*Esc clear/);
  terminal.press('enter');
  await terminal.until(/^Tryout › Text Classification › /);
  terminal.press('escape');
  await terminal.until(/Filter: m17 [^]*Esc back/);
  terminal.press('escape');
  await terminal.until(/26 tasks[^]*Esc clear/);
});

test("Ctrl-O opens the model's page in the browser, and tells its address", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-page-'));
  const browser = join(folder, 'browser');
  const opened = join(folder, 'opened');
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`, {
    mode: 0o755,
  });
  const hub = await narrowing();
  const terminal = await modelsOn(hub, { columns: 120, environment: { BROWSER: browser } });
  await terminal.until(/3 models/);
  terminal.press('ctrl+o');
  await terminal.until((screen) =>
    screen.includes(`View model on ${new URL(hub.url).host}: ${hub.url}/org/served`),
  );
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`${hub.url}/org/served`);
});

test('a browser that cannot be opened is told, with the address', async () => {
  const hub = await narrowing();
  const terminal = await modelsOn(hub, { columns: 120, environment: { BROWSER: '/no/such/program' } });
  await terminal.until(/3 models/);
  terminal.press('ctrl+o');
  await terminal.until((screen) => screen.includes(`Could not open a browser. Open ${hub.url}/org/served`));
});
