import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/cli.ts';
import { cliInProcess as cli } from '../../../support/cli-in-process.ts';
import { fakeHub, hubModel, queryOf } from '../../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../../support/loopback.ts';
import { openPicker } from '../../../support/open-picker.ts';
import { chosenRow, lastListing, modelsOn } from './opened-lists.ts';

const rows = [
  hubModel('org/served', { downloads: 30 }),
  hubModel('org/alone', { downloads: 20, providers: [] }),
  hubModel('org/other', { downloads: 10, providers: ['groq'] }),
];

/** A hub that filters its listing like the Hub. */
const startHub = (...further: ReturnType<typeof hubModel>[]) =>
  fakeHub({
    models: [...rows, ...further],
    listing: (received, response) => {
      const query = queryOf(received);
      const search = query.get('search');
      const matches = search === null ? rows : [...rows, ...further].filter(({ id }) => id.includes(search));
      const isListed = ({ inferenceProviderMapping: { length } }: (typeof rows)[0]) =>
        length > 0 || !query.has('inference_provider');
      sendJson(response, matches.filter(isListed));
    },
  });

describe('the filter for available models', () => {
  test('S12: F5 lists all models and only available ones; it keeps the selection and its state', async () => {
    const hub = await startHub();
    const folder = temporaryFolder();
    const options = { environment: { TRYOUT_CONFIG_DIR: folder } };
    const terminal = await modelsOn(hub, options);
    expect(await terminal.until(/2 models · 1 unavailable hidden/)).not.toContain('org/alone');
    await terminal.pressUntil('down', /❯ org\/other/);
    const all = await terminal.pressUntil('f5', /3 models(?! ·)/);
    expect(chosenRow(all)).toMatch(/^org\/other/);
    expect(all.match(/org\/\w+/g)).toEqual(['org/served', 'org/alone', 'org/other']);
    expect(terminal.styleOf('org/alone').dim).toBe(true);
    await expect.poll(() => readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('"models": "all"');
    const second = await modelsOn(hub, options);
    await second.until(/3 models(?! ·)/);
    await second.pressUntil('f5', /2 models · 1 unavailable hidden/);
    // Nothing was loaded again.
    expect(hub.received.filter(({ url }) => url.startsWith('/api/models?'))).toHaveLength(2);
  });

  test('S12: a typed filter counts the models that are hidden', async () => {
    const terminal = await modelsOn(await startHub());
    await terminal.until(/2 models · 1 unavailable hidden/);
    expect(await terminal.typeUntil('served', /Filter: served [^]*❯ org\/served/)).not.toContain('hidden');
    terminal.press('ctrl+u');
    terminal.type('alone');
    await terminal.until(/0 of 2 models · 1 unavailable hidden[^]*'alone'\.\nF5: list all models\./);
    await terminal.pressUntil('f5', /1 of 3 models[^]*❯ org\/alone/);
  });

  test.each([
    ['without available models', [hubModel('org/one', { providers: [] })]],
    [
      'of a hub that knows no providers',
      Array.from({ length: 3 }, (_, index) => hubModel(`org/m${index}`, { providers: [] })),
    ],
  ])('S12: a list %s has all, with a note', async (_name, models) => {
    const terminal = await modelsOn(await fakeHub({ listing: models, models: [] }));
    const count = models.length === 1 ? '1 model' : `${models.length} models`;
    await terminal.until(new RegExp(`${count} · none is available right now`));
    expect(chosenRow(terminal.screen())).toContain(models[0]!.id);
  });

  test('S12: available models beyond the first 1,000 are listed', async () => {
    const popular = Array.from({ length: 1000 }, (_, index) =>
      hubModel(`org/m${index}`, { downloads: 2000 - index, providers: [] }),
    );
    const hub = await fakeHub({
      models: [],
      listing: (received, response) =>
        sendJson(response, queryOf(received).has('inference_provider') ? [hubModel('far/served')] : popular),
    });
    const terminal = await modelsOn(hub);
    await terminal.until(/1 model · 1,000 unavailable hidden[^]*❯ far\/served/);
    expect(await terminal.pressUntil('f5', /1,000 models(?! ·)/)).not.toContain('far/served');
  });

  test('an unavailable model opens with a message', async () => {
    const terminal = await modelsOn(await startHub());
    await terminal.until(/2 models/);
    await terminal.pressUntil('f5', /3 models/);
    await terminal.pressUntil(['down', 'enter'], /^Tryout › Text Classification › org\/alone/);
    await terminal.until(/No provider runs org\/alone right now\. Ctrl-T: custom endpoint\./);
    await terminal.pressUntil('escape', /3 models/);
    expect(chosenRow(terminal.screen())).toMatch(/^org\/alone/);
  });
});

describe('T7, T2: the default model is marked, and first unless something is searched for', () => {
  const models = [hubModel('org/usual', { downloads: 8 }), hubModel('org/more', { downloads: 9 })];
  const listing = [hubModel('org/most', { downloads: 99 }), ...models.toReversed()];

  test('T7: of the Hub', async () => {
    const hub = await fakeHub({ models, listing });
    const terminal = await modelsOn(hub);
    await terminal.until(/❯ org\/usual +8 +0 {2}default hf[^]*org\/most[^]*org\/more/);
    await terminal.typeUntil('org', /Filter: org/);
    await terminal.pressUntil('ctrl+n', /Search on the Hub[^]*org\/most[^]*org\/more[^]*org\/usual/);
  });

  test('T7: of your settings', async () => {
    const folder = temporaryFolder();
    const words = ['config', 'set', 'model.text-classification', 'org/more:fastest'];
    expect(await cli(words, { folder })).toMatchObject({ code: 0 });
    const terminal = await modelsOn(await fakeHub({ models, listing }), { folder });
    const screen = await terminal.until(/❯ org\/more +9 +0 {2}default hf[^]*org\/most[^]*org\/usual/);
    expect(screen.match(/default hf/g)).toHaveLength(1);
  });

  test('T2: of an alias that a description mentions', async () => {
    const described = (description: string, id: string) => ({ id, description });
    const tasks = {
      'text-classification': {
        models: [described('Sorts languages.', 'org/usual'), described('Trained for sentiment.', 'org/more')],
      },
    };
    const hub = await fakeHub({ models, listing, tasks });
    const terminal = await openPicker(hub, ['sentiment-analysis']).showing(/3 models/);
    expect(terminal.screen()).not.toMatch(/❯ org\/more/);
    await openPicker(hub, ['sentiment']).showing(/❯ org\/more +9 +0 {2}default hf/);
  });
});

describe('a model that is not in the list', () => {
  test('is searched for on the Hub, and Esc returns to the full list', async () => {
    const hub = await startHub(hubModel('far/away'));
    const terminal = await modelsOn(hub);
    await terminal.until(/2 models/);
    await terminal.typeUntil('away', /No model in this list matches 'away'\.[^]*Ctrl-N: search the Hub/);
    await terminal.pressUntil('ctrl+n', /Search on the Hub: 'away'\. Esc: the full list[^]*❯ far\/away/);
    expect(lastListing(hub)).toContain('search=away');
    await terminal.pressUntil('escape', /2 models/);
    expect(terminal.screen()).not.toContain('Search on the Hub');
    // A long pasted filter is truncated in messages and requests.
    const before = terminal.written().length;
    await terminal.pasteUntil('xyzzy '.repeat(50_000), /No model in this list matches 'xyzzy/);
    expect(terminal.written().length - before).toBeLessThan(100_000);
    await terminal.pressUntil('ctrl+n', /The Hub has no models/);
    expect(lastListing(hub)!.length).toBeLessThan(1000);
  });

  test('is reported if the Hub does not have it', async () => {
    const terminal = await modelsOn(await startHub());
    await terminal.until(/2 models/);
    await terminal.typeUntil('nowhere', /No model in this list/);
    terminal.press('ctrl+n');
    await terminal.until(/The Hub has no models for this task that match 'nowhere'\.\nEsc: the full list/);
    expect(terminal.screen()).not.toMatch(/No models available/);
    await terminal.pressUntil('escape', /2 models/);
    await terminal.typeUntil('alone', /No model in this list/);
    // Nothing can be selected, so Enter searches. Without an available model, the search lists all it found.
    await terminal.pressUntil('enter', /1 model · none is available right now[^]*❯ org\/alone/);
  });

  test('is searched for again after a search failed', async () => {
    const hub = await startHub(hubModel('far/away'));
    const terminal = await modelsOn(hub);
    await terminal.until(/2 models/);
    await terminal.typeUntil('away', /No model in this list/);
    const listed = hub.replies.listing!;
    hub.replies.listing = answerJson({ error: 'Down for repair' }, 400);
    await terminal.pressUntil('ctrl+n', /Down for repair[^]*Ctrl-R try again/);
    hub.replies.listing = listed;
    await terminal.pressUntil('ctrl+r', /Search on the Hub: 'away'[^]*❯ far\/away/);
  });

  test('C5: opens by its full ID; shows if it is unavailable or does not exist', async () => {
    const hub = await startHub(hubModel('far/alone', { providers: [] }), hubModel('far/away'));
    const terminal = await modelsOn(hub);
    await terminal.until(/2 models/);
    await terminal.typeUntil('far/alone', /matches 'far\/alone'\.\nEnter: look up this model/);
    await terminal.pressUntil('enter', /› far\/alone [^]*No provider runs far\/alone right now/);
    await terminal.pressUntil('escape', /Filter: far\/alone /);
    await terminal.typeUntil('x', /matches 'far\/alonex'/);
    await terminal.pressUntil('enter', /Model far\/alonex not found\. Did you mean far\/alone/);
    terminal.press('ctrl+u');
    await terminal.typeUntil('far/away', /matches 'far\/away'/);
    await terminal.pressUntil('enter', /^Tryout › Text Classification › far\/away/);
  });

  test('opens by its full ID even if other models match', async () => {
    const terminal = await modelsOn(await startHub(hubModel('org/serve')));
    await terminal.until(/2 models/);
    await terminal.typeUntil('org/serve', /1 of 2 models[^]*❯ org\/served[^]*Use org\/serve\b(?!d)/);
    await terminal.pressUntil(['end', 'enter'], /^Tryout › Text Classification › org\/serve\b(?!d)/);
  });

  test('F51: ignores a late lookup result after you move to another screen', async () => {
    let release: () => void = () => undefined;
    const hub = await fakeHub({
      listing: rows,
      model: (_received, response) => (release = () => sendJson(response, hubModel('far/away'))),
    });
    const terminal = await modelsOn(hub);
    await terminal.until(/2 models/);
    await terminal.typeUntil('far/away', /matches 'far\/away'/);
    await terminal.pressUntil('enter', /Looking up far\/away/);
    await terminal.pressUntil('ctrl+y', /› account/i);
    release();
    await terminal.pressUntil('escape', /Filter: far\/away/);
    await terminal.pressUntil('escape', /Filter: {2}Select a model/);
    expect(terminal.screen()).not.toContain('far/away');
  });
});

test('restores the list position after the form', async () => {
  const hub = await fakeHub({
    models: [],
    listing: Array.from({ length: 300 }, (_, index) => hubModel(`org/m${index}`)),
  });
  const terminal = await modelsOn(hub);
  await terminal.until(/300 models/);
  await terminal.typeUntil('m2', /of 300 models/);
  await terminal.until(/Filter: m2 [^]*❯ org\/m2 /);
  const paged = await terminal.pressUntil('page-down', /❯ org\/m(?!2 )/);
  const before = await terminal.pressUntil('down', (screen) => chosenRow(screen) !== chosenRow(paged));
  const listed = hub.received.length;
  await terminal.pressUntil('enter', /^Tryout › Text Classification › /);
  const after = await terminal.pressUntil('escape', /Filter: m2 /);
  expect(chosenRow(after)).toBe(chosenRow(before));
  expect(hub.received.slice(listed).filter(({ url }) => url.startsWith('/api/models?'))).toEqual([]);
  const cleared = await terminal.pressUntil('escape', /Filter: {2}Select a model/);
  expect(chosenRow(cleared)?.split(' ')[0]).toBe(chosenRow(before)?.split(' ')[0]);
});

test('W7: models are also found by their provider; Tab shows more about the selected one', async () => {
  const terminal = await modelsOn(await startHub());
  await terminal.until(/❯ org\/served[^]*org\/other/);
  await terminal.typeUntil('groq', /1 of 2 models[^]*❯ org\/other/);
  await terminal.pressUntil('tab', /via groq[^]*no more details/);
});

test('W7: the details of the model that was asked about last stay, whenever the look-ups end', async () => {
  const [first, second] = ['org/first', 'org/second'].map((id) =>
    hubModel(id, { cardData: { license: `of ${id}` } }),
  );
  const answers = new Map<string, () => void>();
  const hub = await fakeHub({
    models: [first!, second!],
    first: ({ url }) => {
      const model = [first!, second!].find(({ id }) => url.startsWith(`/api/models/${id}`));
      return model && ((_received, response) => answers.set(model.id, () => sendJson(response, model)));
    },
  });
  const terminal = await modelsOn(hub);
  await terminal.until(/❯ org\/first/);
  terminal.press('tab');
  const { left } = await hub.arrival('/api/models/org/first');
  terminal.press('down', 'tab');
  await hub.arrival('/api/models/org/second');
  answers.get('org/second')!();
  await terminal.until(/of org\/second/);
  answers.get('org/first')!();
  expect(await left).toBe(true);
  expect(terminal.screen()).toContain('of org/second');
});

test('Ctrl-O opens the model page in the browser and shows its URL', async () => {
  const folder = temporaryFolder();
  const browser = join(folder, 'browser');
  const opened = join(folder, 'opened');
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`, {
    mode: 0o755,
  });
  const hub = await startHub();
  const terminal = await modelsOn(hub, {
    columns: 120,
    environment: { BROWSER: browser },
    hasOwnProcess: true,
  });
  await terminal.until(/2 models/);
  terminal.press('ctrl+o');
  await terminal.until((screen) =>
    screen.includes(`View model on ${new URL(hub.url).host}: ${hub.url}/org/served`),
  );
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`${hub.url}/org/served`);
});

test('shows the URL if no browser can be opened', async () => {
  const hub = await startHub();
  const terminal = await modelsOn(hub, { columns: 120, environment: { BROWSER: '/no/such/program' } });
  await terminal.until(/2 models/);
  await terminal.pressUntil('ctrl+o', (screen) => screen.includes(`Could not open ${hub.url}/org/served`));
});
