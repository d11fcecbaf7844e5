import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { dropFiles } from '../../support/browser/data-transfer.ts';
import { readDatabases } from '../../support/browser/databases.ts';
import { expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp, type AppOptions } from '../../support/browser/open-app.ts';
import { waitForForm } from '../../support/browser/steps.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { sendJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { page as parquetPage, parquetBytes, zstdIntegers } from '../../engine/batch/parquet-file.ts';

const [A, B] = ['sandbox/vader-sentiment', 'sandbox/mood-word-count'];
const ONE = `#/text-classification/${A}?batch=`;
const TWO = `#/text-classification/${A}?compare=${A},${B}&batch=`;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Pastes rows into a new batch, and waits until they are checked. */
async function paste(page: Page, text: string, requests: string): Promise<void> {
  await page.getByLabel('Or paste rows').fill(text);
  await button(page, 'Use these rows').click();
  await page.getByText(new RegExp(`^${requests} ·`)).waitFor();
}

const finished = (page: Page, count: string) => page.getByText(count, { exact: true }).waitFor();

/** The cells of the rows that are rendered. */
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Rows' })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
    );

async function download(page: Page, name: string): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFileSync(await saved.path(), 'utf8');
}

test('pasted rows run with two models, and end in a report that tryout report agrees with', async () => {
  const { page, requests } = await openApp({ path: `#/text-classification/${A}` });
  await waitForForm(page);
  await button(page, 'Run on many rows').click();
  const table = [
    'review\tlabel',
    'I love it\tPOSITIVE',
    'I hate it\tNEGATIVE',
    'It is a table\tNEUTRAL',
    'I do not like it\tNEUTRAL',
  ];
  await paste(page, table.join('\n'), '4 requests');
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toBe('review');
  expect(await page.getByLabel('Expected answers').inputValue()).toBe('label');
  await page.getByRole('combobox', { name: 'Add a model to compare' }).click();
  await page.getByRole('option', { name: /mood-word-count/ }).click();
  await page.getByText(/^8 requests ·/).waitFor();
  await page.getByText('{"inputs":"I love it"}').first().waitFor();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await page.evaluate(() => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector('progress')) return;
      observer.disconnect();
      document.body.dataset['rows'] = String(document.querySelectorAll('tbody tr').length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await button(page, 'Start').click();
  await finished(page, '8 of 8');
  // They are rendered in a later task, so that none takes 50 ms.
  expect(await page.evaluate(() => document.body.dataset['rows'])).toBe('0');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(8);
  expect(await rows(page)).toEqual([
    ['Open row\n1', 'I love it', 'POSITIVE', 'POSITIVE', 'POSITIVE'],
    ['Open row\n2', 'I hate it', 'NEGATIVE', 'NEGATIVE', 'NEGATIVE'],
    ['Open row\n3', 'It is a table', 'NEUTRAL', 'NEUTRAL', 'NEUTRAL'],
    ['Open row\n4', 'I do not like it', 'NEUTRAL', 'NEUTRAL', 'POSITIVE'],
  ]);
  await page.getByLabel('Rows to list').selectOption('Wrong (1)');
  expect((await rows(page)).map((row) => row[1])).toEqual(['I do not like it']);
  await page.getByLabel('Rows to list').selectOption('Differing (1)');
  await page.getByRole('cell', { name: 'I do not like it' }).click();
  const details = page.getByRole('dialog', { name: 'Row 4' });
  await details.getByText('POSITIVE').first().waitFor();
  // As in the table.
  expect(await details.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([A, B]);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Report' }).click();
  const verdict = await page.getByText(/is not more than noise/).innerText();
  const jsonl = await download(page, 'JSONL');
  const lines = jsonl.trimEnd().split('\n');
  expect(lines).toHaveLength(8);
  const file = join(temporaryFolder(), 'out.jsonl');
  writeFileSync(file, jsonl);
  const report = await cliInProcess(['report', file, '--expected', 'label', '--json']);
  expect(JSON.parse(report.stdout)).toMatchObject({ verdict, rows: 4 });
  const csv = await cliInProcess(['report', file, '--expected', 'label']);
  expect(await download(page, 'CSV')).toBe(csv.stdout);
  expect(await download(page, 'HTML')).toContain(verdict);
  await page.getByLabel('Expected answers').selectOption('None');
  await expect.poll(() => page.getByText(/more than noise/).count()).toBe(0);
  await page.getByText('95th percentile').waitFor();
});

test('the check of an earlier choice does not replace that of the current one', async () => {
  const held: Route[] = [];
  const { page } = await openApp({ path: ONE });
  await paste(page, 'good\nbad\nfine', '3 requests');
  await page.context().route(/api\/models\/.*mood-word-count/, (route) => void held.push(route));
  await page.getByRole('combobox', { name: 'Add a model to compare' }).click();
  await page.getByRole('option', { name: /mood-word-count/ }).click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await button(page, `Remove ${B}`).click();
  await page.getByText(/^3 requests ·/).waitFor();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=alert]') || document.body.innerText.includes('6 requests'))
        document.body.dataset['replaced'] = '';
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await Promise.all(held.map((route) => route.continue()));
  // Checked after it, by the same worker.
  await page.getByLabel('Rows', { exact: true }).fill('2');
  await page.getByText(/^2 requests ·/).waitFor();
  expect(await page.evaluate(() => document.body.dataset['replaced'])).toBeUndefined();
});

/** An inference server that answers when the test allows it, and counts the requests for each input. */
async function countingServer() {
  const counts = new Map<string, number>();
  const failing = new Set<string>();
  let allowed = 0;
  let waiting: (() => void)[] = [];
  const server = await serve(async ({ body }, response) => {
    const { inputs } = JSON.parse(String(body)) as { inputs: string };
    counts.set(inputs, (counts.get(inputs) ?? 0) + 1);
    while (allowed === 0) await new Promise<void>((go) => waiting.push(go));
    allowed -= 1;
    if (failing.has(inputs)) sendJson(response, { error: 'out of order' }, 400);
    else sendJson(response, [{ label: 'FINE', score: 1 }]);
  });
  return {
    url: server.url,
    counts,
    failing,
    allow(requests: number) {
      allowed += requests;
      for (const go of waiting) go();
      waiting = [];
    },
  };
}

const twelve = Array.from({ length: 12 }, (_, index) => `input ${index + 1}`);

test('a batch that was stopped continues after a reload, and repeats no finished row', async () => {
  const server = await countingServer();
  const options: AppOptions = { path: ONE, config: { inferenceUrl: server.url } };
  const { page, context, errorLog } = await openApp(options);
  await paste(page, twelve.join('\n'), '12 requests');
  await page.getByLabel('Requests at a time').fill('2');
  await page.getByText(/^12 requests ·/).waitFor();
  server.allow(5);
  await button(page, 'Start').click();
  await page.getByText(/^5 of 12 ·/).waitFor();
  // Another tab shows the rows, but cannot run the batch.
  const other = await context.newPage();
  await other.goto(page.url());
  await button(other, 'Continue').click();
  await other.getByRole('alert').getByText('This batch runs in another tab').waitFor();
  await button(page, 'Stop').click();
  server.allow(2);
  await finished(page, '7 of 12');
  expect(server.counts.size).toBe(7);
  await page.reload();
  await finished(page, '7 of 12');
  expect((await rows(page)).map((row) => row[2])).toEqual([
    ...Array.from({ length: 7 }, () => 'FINE'),
    ...Array.from({ length: 5 }, () => '…'),
  ]);
  errorLog.allow(/400/);
  server.failing.add('input 9').add('input 11');
  server.allow(Infinity);
  await button(page, 'Continue').click();
  await page.getByText('2 failed (2 REQUEST_REFUSED (400))').waitFor();
  await page.getByLabel('Rows to list').selectOption('Failed (2)');
  expect((await rows(page)).map((row) => row[1])).toEqual(['input 9', 'input 11']);
  await page.getByLabel('Rows to list').selectOption('All rows (12)');
  expect([...server.counts.values()]).toEqual(twelve.map(() => 1));
  server.failing.clear();
  await button(page, 'Retry failed rows').click();
  await finished(page, '12 of 12');
  expect([...server.counts].filter(([, count]) => count > 1)).toEqual([
    ['input 9', 2],
    ['input 11', 2],
  ]);
  const lines = (await download(page, 'JSONL')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { error?: unknown }).error)).toEqual(
    twelve.map(() => undefined),
  );
  // Tabs of an earlier visit are gone, but the batch is listed.
  await page.getByRole('link', { name: 'New batch' }).click();
  await page.getByText(/^12 of 12 requests · /).waitFor();
  await button(page, 'Delete Pasted rows').click();
  await page.getByText('Earlier batches').waitFor({ state: 'detached' });
  await page.reload();
  await button(page, 'Use these rows').waitFor();
  expect(await page.getByText('Earlier batches').count()).toBe(0);
});

test('the expected answers can be chosen while a batch runs, and a running batch can be deleted', async () => {
  const server = await countingServer();
  const { page } = await openApp({ path: ONE, config: { inferenceUrl: server.url } });
  const table = twelve.map((input) => `${input},FINE,BAD`);
  await paste(page, ['text,label,other', ...table].join('\n'), '12 requests');
  for (const [name, wrong] of [
    ['Rows', '99'],
    ['Requests at a time', '1.5'],
    ['Max cost (USD)', '-1'],
    ['Max cost (USD)', '0'],
  ] as const) {
    const input = page.getByLabel(name, { exact: true });
    const value = await input.inputValue();
    await input.fill(wrong);
    await page.getByText('Correct the numbers.').waitFor();
    expect(await button(page, 'Start').isDisabled()).toBe(true);
    await input.fill(value);
    await page.getByText(/^12 requests ·/).waitFor();
  }
  server.allow(2);
  await button(page, 'Start').click();
  await page.getByText(/^2 of 12 ·/).waitFor();
  await page.getByText('Input: text').waitFor();
  await page.getByText('8 at a time').waitFor();
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByLabel('Expected answers').selectOption('other');
  await page.getByRole('tab', { name: 'Rows' }).click();
  await page
    .getByLabel('Rows to list')
    .getByRole('option', { name: 'Wrong (2)' })
    .waitFor({ state: 'attached' });
  server.allow(3);
  await page.getByText(/^5 of 12 ·/).waitFor();
  await page
    .getByLabel('Rows to list')
    .getByRole('option', { name: 'Wrong (5)' })
    .waitFor({ state: 'attached' });
  // A second click does not wait for the rows in flight.
  await button(page, 'Stop').click();
  await button(page, 'Stop at once').click();
  await finished(page, '5 of 12');
  await button(page, 'Continue').click();
  await page.getByText(/^5 of 12 ·/).waitFor();
  await page.getByRole('link', { name: 'New batch' }).click();
  await button(page, 'Delete Pasted rows').click();
  await button(page, 'Delete Pasted rows').waitFor({ state: 'detached' });
  const left = Object.entries(await readDatabases(page)).filter(([name]) => /batch/.test(name));
  expect(left.map(([, records]) => records)).toEqual([[], [], [], []]);
});

test('files and folders that are dropped on the form of an image run as a batch', async () => {
  const folder = join(temporaryFolder(), 'photos');
  mkdirSync(folder);
  for (const name of ['shapes.png', 'hills.jpg', 'mail.txt'])
    writeFileSync(join(folder, name), readFileSync(resolve('examples', name)));
  const { page } = await openApp({ path: '#/object-detection/sandbox/shape-detector' });
  await waitForForm(page);
  await dropFiles(page.getByText('No file chosen'), 'examples/shapes.png', 'examples/meadow.png');
  await page.getByText('2 files').waitFor();
  await dropFiles(page.getByText('No file chosen'), folder);
  await page.getByText('3 files').waitFor();
  await button(page, 'Run on all of them').click();
  await page.getByText(/^2 requests ·/).waitFor();
  await button(page, 'Start').click();
  await finished(page, '2 of 2');
  expect((await rows(page)).map((row) => row[1])).toEqual(['photos/hills.jpg', 'photos/shapes.png']);
  await button(page, 'Open row 2').click();
  const details = page.getByRole('dialog', { name: 'Row 2' });
  await details.getByText('blue square').first().waitFor();
  await expect.poll(() => details.locator('[data-tag]').count()).toBeGreaterThan(0);
});

test('tables that cannot be read are errors, and the next one works', async () => {
  const folder = temporaryFolder();
  const { page } = await openApp({ path: ONE });
  const choose = async (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    await page.locator('input[type=file]').first().setInputFiles(join(folder, name));
  };
  const error = (text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor();
  const wide = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join();
  await choose('wide.csv', `${wide}\n${wide}\n`);
  await error(/wide\.csv .*more than 10000 columns/);
  await choose('open.csv', 'text\n"never closed\nand on\n');
  await error(/open\.csv .*a quote is not closed/);
  await choose('huge.csv', `text\n"${'x'.repeat(33 * 1024 * 1024)}`);
  await error('Row 1 of huge.csv is too large');
  await choose('reviews.csv', 'label,Review ID,review\nGOOD,1,fine\n');
  await page.getByRole('heading', { name: 'Run on 1 row' }).waitFor();
  const selected = (name: string) => page.getByRole('combobox', { name, exact: true }).inputValue();
  expect([await selected('Input'), await selected('Expected answers')]).toEqual(['review', 'label']);
  await page.getByRole('link', { name: 'Other rows' }).click();
  await choose('uneven.csv', 'text,label\na,b\nc\n');
  await error(/uneven\.csv/);
  await choose('lines.jsonl', '[1]\n{"text":');
  await error('Line 1 of lines.jsonl is not a JSON object');
  await choose('no.parquet', 'PAR1 is not enough');
  await error(/Could not read no\.parquet/);
  await choose('empty.csv', '');
  await error('empty.csv is empty');
  await choose('good.parquet', parquetBytes({}));
  await page.getByText(/^3 requests ·/).waitFor();
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toBe('n');
  await page.getByRole('link', { name: 'Other rows' }).click();
  for (const name of ['good.parquet', 'reviews.csv']) {
    await button(page, `Delete ${name}`).click();
    await button(page, `Delete ${name}`).waitFor({ state: 'detached' });
  }
  await page.getByText('Earlier batches').waitFor({ state: 'detached' });
});

test('reading that never ends or is canceled leaves a batch running', { tags: ['nightly'] }, async () => {
  const server = await countingServer();
  const { page } = await openApp({ path: TWO, config: { inferenceUrl: server.url }, ownProfile: true });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await paste(page, twelve.join('\n'), '24 requests');
  await button(page, `Remove ${B}`).click();
  await page.getByText(/^12 requests ·/).waitFor();
  expect(await focused()).toMatch(/^Models/);
  server.allow(2);
  await button(page, 'Start').click();
  await page.getByText(/^2 of 12 ·/).waitFor();
  await page.getByRole('link', { name: 'New batch' }).click();
  await button(page, 'Use these rows').waitFor();
  const folder = temporaryFolder();
  const choose = async (name: string, codec: number, content: Uint8Array) => {
    const pages = parquetPage(content, { size: 12 });
    writeFileSync(join(folder, name), parquetBytes({ codec, pages }));
    await page.locator('input[type=file]').first().setInputFiles(join(folder, name));
  };
  // Decoding its LZ4 never ends.
  const forever = new Uint8Array(17).fill(255, 4, 7).fill(248, 7, 8);
  await choose('forever.parquet', 5, forever);
  await button(page, 'Cancel').click();
  await button(page, 'Cancel').waitFor({ state: 'detached' });
  expect(await focused()).toBe('Run on many rows');
  await page.clock.install();
  await choose('forever.parquet', 5, forever);
  await button(page, 'Cancel').waitFor();
  await page.clock.fastForward(61_000);
  await page
    .getByRole('alert')
    .getByText('Could not read forever.parquet: a row takes longer than 60 s')
    .waitFor();
  await page.getByRole('link', { name: 'Pasted rows' }).click();
  server.allow(Infinity);
  await finished(page, '12 of 12');
  await page.getByRole('link', { name: 'New batch' }).click();
  await choose('zstd.parquet', 6, zstdIntegers);
  await page.getByText(/^3 requests ·/).waitFor();
});

test('a chat takes a prompt, a schema, and a limit of the cost', async () => {
  const chat = await serve(({ method, body }, response) => {
    if (method === 'GET') return sendJson(response, { data: [] });
    const { messages } = JSON.parse(String(body)) as { messages: readonly { content: string }[] };
    const content = JSON.stringify({ grade: 'good', asked: messages.at(-1)!.content });
    sendJson(response, { choices: [{ index: 0, message: { role: 'assistant', content } }] });
  });
  const { page } = await openApp({
    path: '#/text-generation/sandbox/plain-assistant?batch=',
    config: { inferenceUrl: chat.url },
  });
  await paste(page, 'review,stars\nGood,5\nBad,1\n', '2 requests');
  await page.getByLabel('Prompt', { exact: true }).fill('Rate: {{nothing}}');
  await page.getByRole('alert').getByText("there is no column 'nothing'").waitFor();
  expect(await button(page, 'Start').isDisabled()).toBe(true);
  await page.getByLabel('Prompt', { exact: true }).fill('Rate: ');
  await button(page, 'Insert review').click();
  await page.getByLabel('Max cost (USD)').fill('1');
  await page.getByRole('alert').getByText('so its cost cannot be limited').waitFor();
  await page.getByLabel('Max cost (USD)').fill('');
  await button(page, /^JSON Schema/).click();
  const schema = JSON.stringify({ type: 'object', properties: { grade: { type: 'number' } } });
  await page.getByLabel('Schema of the answers').fill(schema);
  await page
    .getByText(/"json_schema"/)
    .first()
    .waitFor();
  await page.getByText(/^2 requests ·/).waitFor();
  // What was chosen is kept before the start, too.
  await page.reload();
  await page.getByText(/^2 requests ·/).waitFor();
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('Rate: {{review}}');
  expect(await page.getByLabel('Schema of the answers').inputValue()).toBe(schema);
  await button(page, 'Start').click();
  await page.getByText('2 failed (2 UNEXPECTED_RESPONSE)').waitFor();
  await page
    .getByText(/does not fit the schema: #\/grade/)
    .first()
    .waitFor();
  expect(String(chat.received.at(-1)!.body)).toMatch(/"content":"Rate: (?:Good|Bad)"/);
});

test('the cost of a chat with a price is known before it starts', async () => {
  const model = 'sandbox/plain-assistant:groq';
  const { page } = await openApp({
    path: `#/text-generation/sandbox/plain-assistant?compare=${model}&batch=`,
  });
  await paste(page, 'What is 2 + 2?\nWhat is 3 * 5?\n', '2 requests');
  await page.getByText(/^2 requests · at most \$0\.000/).waitFor();
  await page.getByLabel('Max cost (USD)').fill('0.00002');
  await page.getByText(/^2 requests · at most \$0\.000/).waitFor();
  await button(page, 'Start').click();
  await page.getByText('The batch stopped before it costs more than its limit.').waitFor();
});

test('the keyboard alone runs a batch, and follows its rows', async () => {
  const { page } = await openApp({ path: ONE });
  await page.getByLabel('Or paste rows').focus();
  await page.keyboard.insertText(twelve.join('\n'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/^12 requests ·/).waitFor();
  await page.getByLabel('Rows', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await finished(page, '12 of 12');
  await button(page, 'Open row 1').focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open row 12');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open row 11');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Row 11' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open row 11');
});

test('a batch fits phones', { tags: ['nightly'] }, async () => {
  const { page } = await openApp({ path: TWO });
  await page.getByLabel('Or paste rows').waitFor();
  await expectNoHorizontalScroll(page);
  await paste(page, 'text,label\nI love it,POSITIVE\nI hate it,NEGATIVE\n', '4 requests');
  await expectNoHorizontalScroll(page);
  await button(page, 'Start').click();
  await finished(page, '4 of 4');
  await expectNoHorizontalScroll(page);
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByText('95th percentile').waitFor();
  await expectNoHorizontalScroll(page);
});
