import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { dropFiles, pasteText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { temporaryFolder } from '../../../support/process.ts';

async function openForm() {
  const app = await openApp({ path: '#/table-question-answering/sandbox/table-rules' });
  const { page } = app;
  await page.getByText('No file chosen').waitFor();
  await page.getByLabel('Input - Query').fill('How many rivers?');
  return {
    ...app,
    input: page.locator('input[type=file]'),
    text: page.getByLabel('Input - Table, as JSON'),
    cell: (name: string) => page.getByRole('textbox', { name, exact: true }),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isRunnable = (page: Page) => expect.poll(() => button(page, 'Run').isEnabled());
const json = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test('S9, S13: a JSON file, including UTF-16, is shown formatted, one click away as a table, null as an empty cell, and is sent', async () => {
  const { page, input, text, cell, requests } = await openForm();
  const rows = '[{"City": "Porto", "Rivers": 1}, {"City": "Bergen", "Rivers": null}]';
  await input.setInputFiles(json('cities.json', Buffer.from(`\ufeff${rows}`, 'utf16le')));
  await page.getByText('cities.json · 2 columns · 2 rows').waitFor();
  await expect
    .poll(() => text.inputValue())
    .toBe(JSON.stringify({ City: ['Porto', 'Bergen'], Rivers: ['1', ''] }, null, 2));
  await button(page, 'Table').click();
  await expect.poll(() => cell('City, row 2').inputValue()).toBe('Bergen');
  await expect.poll(() => cell('Rivers, row 2').inputValue()).toBe('');
  await button(page, 'Run').click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(Buffer.from(sent.body).toString())).toMatchObject({
    inputs: { table: { City: ['Porto', 'Bergen'], Rivers: ['1', ''] } },
  });
});

test('S13: CSV and TSV files open as a table, whatever view the last file had', async () => {
  const { page, input, text, cell } = await openForm();
  await input.setInputFiles(json('a.JSON', '{"a": ["1"]}'));
  await expect.poll(() => text.inputValue()).toContain('"1"');
  for (const [name, content] of [
    ['b.csv', 'b,c\n2,3\n'],
    ['c.tsv', 'b\tc\n4,5\t6\n'],
  ] as const) {
    await input.setInputFiles(json(name, content));
    await page.getByText(`${name} · 2 columns · 1 row`).waitFor();
    await cell('b, row 1').waitFor();
    await expect.poll(() => text.count()).toBe(0);
  }
  await input.setInputFiles(json('d.json', '[{"d": 7}]'));
  await expect.poll(() => text.inputValue()).toBe('{\n  "d": [\n    "7"\n  ]\n}');
});

const writtenTables: readonly [string, string, object][] = [
  ['excel.csv', 'sep=;\r\nCity;Rivers\r\nPorto;1,50\r\n', { City: ['Porto'], Rivers: ['1,50'] }],
  ['pipes.txt', 'City|Rivers\nPorto|007\n', { City: ['Porto'], Rivers: ['007'] }],
  [
    'pandas.json',
    '{"columns":["City","Rivers"],"data":[["Porto",1.10]]}',
    { City: ['Porto'], Rivers: ['1.10'] },
  ],
  [
    'rows.jsonl',
    '{"Rivers":12345678901234567890}\n{"Rivers":1e400}\n',
    { Rivers: ['12345678901234567890', '1e400'] },
  ],
];

test('R11: tables are sent as written, from a file and pasted', async () => {
  const { page, input, requests } = await openForm();
  const expected: object[] = [];
  const sent = () =>
    requests
      .filter(({ method }) => method === 'POST')
      .map(
        ({ body }) =>
          (JSON.parse(Buffer.from(body).toString()) as { inputs: { table: object } }).inputs.table,
      );
  for (const [name, content, table] of writtenTables) {
    await input.setInputFiles(json(name, content));
    await isRunnable(page).toBe(true);
    await button(page, 'Run').click();
    expected.push(table);
    await expect.poll(sent, { message: name }).toEqual(expected);
    await button(page, 'Remove').click();
    await pasteText(page.getByRole('heading', { name: 'Inputs' }), content);
    await isRunnable(page).toBe(true);
    await button(page, 'Run').click();
    expected.push(table);
    await expect.poll(sent, { message: `${name}, pasted` }).toEqual(expected);
    await button(page, 'Remove').click();
  }
});

test('only valid JSON can be run; the typed text is kept when the task changes', async () => {
  const { page, text, url } = await openForm();
  await button(page, 'Type JSON').click();
  await text.fill('{"City": ["Porto"]}');
  await isRunnable(page).toBe(true);
  await text.fill('{"City": ["Porto",\n]}');
  await page.getByRole('alert').getByText('Input - Table is not valid JSON: line 2, column 1').waitFor();
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => button(page, 'Run').isEnabled()).toBe(false);
  await expectNoViolations(page);
  await page.goto(`${url}#/summarization/sandbox/lead-summary`);
  await page.getByText('Add text to run').waitFor();
  await page.goBack();
  await expect.poll(() => text.inputValue()).toBe('{"City": ["Porto",\n]}');
  await page.getByRole('alert').getByText('line 2, column 1').waitFor();
  await text.fill('[]');
  await page.getByRole('alert').getByText('Input - Table is not a table').waitFor();
  await button(page, 'Clear').click();
  await page.getByText('No file chosen').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('F49: invalid JSON, binary, empty and huge files are rejected by name and keep the previous value', async () => {
  const { page, input, text } = await openForm();
  const refused = (message: string) => page.getByRole('alert').getByText(message).waitFor();
  await input.setInputFiles(json('good.json', '{"a": ["1"]}'));
  await expect.poll(() => text.inputValue()).toBe('{\n  "a": [\n    "1"\n  ]\n}');
  await input.setInputFiles(json('broken.json', '{"a": ["1"]'));
  await refused('broken.json is not valid JSON: unexpected end of input');
  await input.setInputFiles(json('picture.json', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff])));
  await refused('picture.json is not a text file');
  await input.setInputFiles(json('empty.json', ''));
  await refused('empty.json is empty');
  await input.setInputFiles(json('deep.json', '['.repeat(200_000) + ']'.repeat(200_000)));
  await refused('deep.json');
  const huge = join(temporaryFolder(), 'huge.json');
  writeFileSync(huge, '');
  truncateSync(huge, 200 * 1024 ** 2);
  await input.setInputFiles(huge);
  await refused('huge.json is too large');
  await dropFiles(page.locator('[data-file-box]'), temporaryFolder());
  await refused(' is a folder');
  await expect.poll(() => text.inputValue()).toContain('"1"');
  await isRunnable(page).toBe(true);
});

test('C7, W14: CSV and TSV are accepted by content, and the note about a wrong file is on screen', async () => {
  const { page, input, cell } = await openForm();
  await page.getByText('Drop or paste a table (JSON, CSV or TSV)').waitFor();
  expect(await input.getAttribute('accept')).toBe('.json,.jsonl,.ndjson,.csv,.tsv');
  const csv = `City;Rivers\r\n${'"Porto; Gaia";1,5\r\n'.repeat(60)}`;
  await input.setInputFiles(json('cities.txt', `\ufeff${csv}`));
  await page.getByText('cities.txt · 2 columns · 60 rows').waitFor();
  await expect.poll(() => cell('City, row 1').inputValue()).toBe('Porto; Gaia');
  await cell('City, row 1').scrollIntoViewIfNeeded();
  await input.setInputFiles(json('cities.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])));
  const note = page
    .getByRole('alert')
    .getByText('Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.');
  await expect
    .poll(() => note.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  await expect.poll(() => cell('City, row 1').inputValue()).toBe('Porto; Gaia');
  await button(page, 'Remove').click();
  await pasteText(page.getByRole('heading', { name: 'Inputs' }), 'City,Rivers\nPorto\n');
  await page.getByRole('alert').getByText('Input - Table is not a table: row 2 has 1 cell, not 2').waitFor();
});

test('a table can be created by keyboard: cells, rows, columns and their names', async () => {
  const { page, text, cell, focused } = await openForm();
  await button(page, 'New table').click();
  await cell('Name of column 1').fill('City');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('City, row 1');
  await page.keyboard.type('Porto');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Column 2, row 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(focused, { message: 'behind the last row is a new one' }).toBe('Column 2, row 3');
  await page.keyboard.type('Douro');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Leça');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused, { message: 'inside a text it moves in it' }).toBe('Column 2, row 3');
  await button(page, 'Add column').click();
  await expect.poll(focused).toBe('Name of column 3');
  await page.keyboard.type('City');
  await page.getByRole('alert').getByText('Two columns are named City').waitFor();
  await expect.poll(() => button(page, 'Run').isEnabled()).toBe(false);
  await button(page, 'Remove column City').click();
  await cell('Column 2, row 2').click();
  await button(page, 'Remove row 2').click();
  await isRunnable(page).toBe(true);
  await button(page, 'JSON').click();
  const made = { City: ['Porto', ''], 'Column 2': ['', 'Douro\nLeça'] };
  await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual(made);
  await button(page, 'Remove').click();
  await page.getByText('No file chosen').waitFor();
  await button(page, 'Undo remove').click();
  await button(page, 'JSON').click();
  await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual(made);
});

test('copied cells can be pasted into a grid and as a new table, unless they are too many', async () => {
  const { page, cell } = await openForm();
  await pasteText(page.getByRole('heading', { name: 'Inputs' }), 'City\tRiver\r\nPorto\tDouro\r\n');
  await page.getByText('Table · 2 columns · 1 row').waitFor();
  await cell('River, row 1').focus();
  await pasteText(cell('River, row 1'), '1,2\n3,4\n');
  await expect.poll(() => cell('River, row 2').inputValue()).toBe('3');
  await expect.poll(() => cell('Column 3, row 2').inputValue()).toBe('4');
  await expect.poll(() => cell('City, row 2').inputValue()).toBe('');
  await cell('City, row 2').focus();
  await pasteText(cell('City, row 2'), 'Bergen, Norway');
  await expect.poll(() => cell('City, row 2').inputValue()).toBe('Bergen, Norway');

  await cell('City, row 1').focus();
  const wide = Array.from({ length: 20_000 }, (_, index) => index).join('\t');
  await pasteText(cell('City, row 1'), `${wide}\n`.repeat(50));
  await page.getByText('A table of 20,000 columns and 50 rows is too large').waitFor();
  await expect.poll(() => cell('City, row 1').inputValue()).toBe('Porto');
});

test('a long table is shown in pages and sent completely', async () => {
  const { page, input, cell, focused, requests } = await openForm();
  const numbers = Array.from({ length: 5000 }, (_, index) => String(index));
  await input.setInputFiles(json('long.json', JSON.stringify({ n: numbers })));
  await button(page, 'Table').click();
  await page.getByText('Rows 1 to 25 of 5,000').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: /^n, row/ }).count()).toBe(25);
  await button(page, 'Next rows').click();
  await cell('n, row 50').fill('changed');
  await button(page, 'Add row').click();
  await expect.poll(focused).toBe('n, row 5001');
  await button(page, 'Run').click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  const { n } = JSON.parse(Buffer.from(body).toString()).inputs.table;
  expect([n.length, n[49], n[4999]]).toEqual([5001, 'changed', '4999']);
});
