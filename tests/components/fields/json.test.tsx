import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { button, chooseFile, focused, pasteText, press } from '../support/user.ts';

const text = page.getByLabelText('Input - Table, as JSON');
const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
const heading = page.getByRole('heading', { name: 'Inputs' });
const valueOf = (box: Locator) => (box.element() as HTMLTextAreaElement).value;

async function openTable() {
  const form = await openForm('table-question-answering/sandbox/table-rules');
  await expect.element(page.getByText('No file chosen')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Input - Query'), 'How many rivers?');
  return form;
}

const choose = (name: string, content: BlobPart) =>
  chooseFile(new File([content], name, { type: 'application/json' }));

const sentTables = (sent: readonly unknown[]) =>
  (sent as readonly { inputs: { table: unknown } }[]).map(({ inputs }) => inputs.table);

function utf16(content: string): ArrayBuffer {
  return Uint16Array.from(`\ufeff${content}`, (letter) => letter.charCodeAt(0)).buffer;
}

test('S9, S13: a JSON file, including UTF-16, is shown formatted, one click away as a table, null as an empty cell, and is sent', async () => {
  const { sent } = await openTable();
  await choose('cities.json', utf16('[{"City": "Porto", "Rivers": 1}, {"City": "Bergen", "Rivers": null}]'));
  await expect.element(page.getByText('cities.json · 2 columns · 2 rows')).toBeVisible();
  const table = { City: ['Porto', 'Bergen'], Rivers: ['1', ''] };
  await expect.element(text).toHaveValue(JSON.stringify(table, null, 2));
  await button('Table').click();
  await expect.element(cell('City, row 2')).toHaveValue('Bergen');
  await expect.element(cell('Rivers, row 2')).toHaveValue('');
  await button('Run').click();
  await expect.poll(() => sentTables(sent)).toEqual([table]);
});

test('S13: CSV and TSV files open as a table, whatever view the last file had', async () => {
  await openTable();
  await choose('a.JSON', '{"a": ["1"]}');
  await expect.element(text).toHaveValue('{\n  "a": [\n    "1"\n  ]\n}');
  for (const [name, content] of [
    ['b.csv', 'b,c\n2,3\n'],
    ['c.tsv', 'b\tc\n4,5\t6\n'],
  ] as const) {
    await choose(name, content);
    await expect.element(page.getByText(`${name} · 2 columns · 1 row`)).toBeVisible();
    await expect.element(cell('b, row 1')).toBeVisible();
    await expect.element(text).not.toBeInTheDocument();
  }
  await choose('d.json', '[{"d": "\u202e"}]');
  await expect.element(text).toHaveValue('{\n  "d": [\n    "\\u202e"\n  ]\n}');
});

// More formats are in tests/e2e/cli/tables.test.ts.
test('R11: numbers are sent as written, from a file and pasted', async () => {
  const content = '{"Rivers":12345678901234567890}\n{"Rivers":1e400}\n';
  const table = { Rivers: ['12345678901234567890', '1e400'] };
  const { sent } = await openTable();
  await choose('rows.jsonl', content);
  await button('Run').click();
  await expect.poll(() => sentTables(sent)).toEqual([table]);
  await button('Remove').click();
  await expect.element(page.getByText('No file chosen')).toBeVisible();
  pasteText(heading, content);
  await button('Run').click();
  await expect.poll(() => sentTables(sent)).toEqual([table, table]);
});

test('F49: invalid JSON, binary, empty and deep files are rejected by name and keep the previous value', async () => {
  await openTable();
  const refused = (message: string) =>
    expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await choose('good.json', '{"a": ["1"]}');
  await expect.element(text).toHaveValue('{\n  "a": [\n    "1"\n  ]\n}');
  await choose('broken.json', '{"a": ["1"]');
  await refused('broken.json is not valid JSON: unexpected end of input');
  await choose('picture.json', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]));
  await refused('picture.json is not a text file');
  await choose('empty.json', '');
  await refused('empty.json is empty');
  await choose('deep.json', '['.repeat(200_000) + ']'.repeat(200_000));
  await refused('deep.json');
  await expect.element(text).toHaveValue('{\n  "a": [\n    "1"\n  ]\n}');
  await expect.element(button('Run')).toBeEnabled();
});

test('C7, W14: CSV is accepted by content, and the note about a wrong file is on screen', async () => {
  await openTable();
  await expect.element(page.getByText('Drop or paste a table (JSON, CSV or TSV)')).toBeVisible();
  expect(document.querySelector('input[type=file]')?.getAttribute('accept')).toBe(
    '.json,.jsonl,.ndjson,.csv,.tsv',
  );
  await choose('cities.txt', `\ufeffCity;Rivers\r\n${'"Porto; Gaia";1,5\r\n'.repeat(60)}`);
  await expect.element(page.getByText('cities.txt · 2 columns · 60 rows')).toBeVisible();
  await expect.element(cell('City, row 1')).toHaveValue('Porto; Gaia');
  cell('City, row 1').element().scrollIntoView({ block: 'nearest' });
  await choose('cities.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]));
  const note = page
    .getByRole('alert')
    .getByText('Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.');
  await expect.element(note).toBeInViewport({ ratio: 1 });
  await expect.element(cell('City, row 1')).toHaveValue('Porto; Gaia');
  await button('Remove').click();
  await expect.element(page.getByText('No file chosen')).toBeVisible();
  pasteText(heading, 'City,Rivers\nPorto\n');
  await expect
    .element(page.getByRole('alert').getByText('Input - Table is not a table: row 2 has 1 cell, not 2'))
    .toBeVisible();
});

test('only valid JSON can be run; the typed text is kept when the task changes', async () => {
  const { session } = await openTable();
  const alert = page.getByRole('alert');
  await button('Type JSON').click();
  await userEvent.fill(text, '{"City": ["Porto"]}');
  await expect.element(button('Run')).not.toHaveAttribute('aria-disabled');
  const broken = '{"City": ["Porto",\n]}';
  await userEvent.fill(text, broken);
  await expect.element(alert).toHaveTextContent('Input - Table is not valid JSON: line 2, column 1');
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  await expect.element(button('Run')).toHaveAttribute('aria-disabled', 'true');
  session.chooseTask('summarization');
  await expect.element(text).not.toBeInTheDocument();
  session.chooseTask('table-question-answering');
  await expect.element(text).toHaveValue(broken);
  await expect.element(alert).toHaveTextContent('line 2, column 1');
  await userEvent.fill(text, '[]');
  await expect.element(alert).toHaveTextContent('Input - Table is not a table');
  await button('Clear').click();
  await expect.element(page.getByText('No file chosen')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('long pasted JSON becomes a table at once', async () => {
  await openTable();
  await button('Type JSON').click();
  const City = Array.from({ length: 30_000 }, (_, index) => `City ${index}`);
  pasteText(text, JSON.stringify({ City }, null, 1));
  await expect.element(page.getByText(/1 column · 30,000 rows/)).toBeVisible();
});

test('a removed table column or row can be restored', async () => {
  await openTable();
  await button('New table').click();
  await userEvent.fill(cell('Column 1, row 1'), 'Rome');
  for (const [name, rest] of [
    ['Remove column Column 1', '1 column · 2 rows'],
    ['Remove row 1', '2 columns · 1 row'],
  ] as const) {
    // The buttons of the row and the column with the focus.
    await cell('Column 1, row 1').click();
    await button(name).click();
    await expect.element(page.getByText(rest)).toBeVisible();
    await button('Undo remove').click();
    await expect.element(cell('Column 1, row 1')).toHaveValue('Rome');
  }
});

test('on a phone, words do not wrap, the focused cell is fully visible, and all cells can be reached', async () => {
  await page.viewport(390, 844);
  await openTable();
  const offices = {
    'Responsible organization': ['Bundesverfassungsgericht', 'Datenschutzbeauftragte', ''],
    Year: ['1951', '1978', '2001'],
    'Programming language': ['Python', 'Rust, Python and NodeJS', 'C'],
    City: ['Karlsruhe', 'Bonn', ''],
  };
  await choose('offices.json', JSON.stringify(offices));
  await button('Table').click();
  const box = cell('Responsible organization, row 1');
  await expect.element(box).toBeVisible();
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box.element());
  const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
  expect(box.element().scrollHeight).toBeLessThan(1.5 * parseFloat(lineHeight) + padding);
  for (const name of ['City, row 2', 'Responsible organization, row 2']) {
    const element = cell(name).element();
    element.focus();
    await expect
      .poll(() => {
        const { left, right } = element.getBoundingClientRect();
        const frame = element.closest('[role=group]')!.getBoundingClientRect();
        const numbers = element.closest('tr')!.querySelector('th')!.getBoundingClientRect();
        return left >= numbers.right - 1 && (right <= frame.right || left <= numbers.right + 1);
      })
      .toBe(true);
  }
  cell('City, row 1').element().focus();
  await button('Remove column City').click();
  await expect.element(page.getByText('offices.json, edited · 3 columns · 3 rows')).toBeVisible();
});

test('a table can be created by keyboard: cells, rows, columns and their names', async () => {
  await openTable();
  await button('New table').click();
  await userEvent.fill(cell('Name of column 1'), 'City');
  await press('{Enter}');
  await expect.poll(focused).toBe('City, row 1');
  await press('Porto{ArrowRight}');
  await expect.poll(focused).toBe('Column 2, row 1');
  await press('{ArrowDown}{Enter}');
  await expect.poll(focused, { message: 'behind the last row is a new one' }).toBe('Column 2, row 3');
  await press('Douro{Shift>}{Enter}{/Shift}Leca{ArrowLeft}');
  await expect.poll(focused, { message: 'inside a text it moves in it' }).toBe('Column 2, row 3');
  await press('{Control>}{Home}{/Control}{ArrowUp}');
  await expect.poll(focused, { message: 'at its start it moves up' }).toBe('Column 2, row 2');
  await button('Add column').click();
  await expect.poll(focused).toBe('Name of column 3');
  await userEvent.clear(cell('Name of column 3'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Column 3 has no name');
  await press('City');
  await expect.element(page.getByRole('alert').getByText('Two columns are named City')).toBeVisible();
  await expect.element(button('Run')).toHaveAttribute('aria-disabled', 'true');
  await button('Remove column City').click();
  await cell('Column 2, row 2').click();
  await button('Remove row 2').click();
  await button('JSON').click();
  const made = JSON.stringify({ City: ['Porto', ''], 'Column 2': ['', 'Douro\nLeca'] }, null, 2);
  await expect.element(text).toHaveValue(made);
  await button('Remove').click();
  await expect.element(page.getByText('No file chosen')).toBeVisible();
  await button('Undo remove').click();
  await button('JSON').click();
  await expect.element(text).toHaveValue(made);
});

test('copied cells can be pasted into a grid and as a new table, unless they are too many', async () => {
  await openTable();
  pasteText(heading, 'City\tRiver\r\nPorto\tDouro\r\n');
  await expect.element(page.getByText('Table · 2 columns · 1 row')).toBeVisible();
  pasteText(cell('River, row 1'), '1,2\n3,4\n');
  await expect.element(cell('River, row 2')).toHaveValue('3');
  await expect.element(cell('Column 3, row 2')).toHaveValue('4');
  await expect.element(cell('City, row 2')).toHaveValue('');
  pasteText(cell('Name of column 2'), 'Stream\t__proto__\nArno\tD\n');
  await expect.element(cell('Stream, row 1')).toHaveValue('Arno');
  await expect.element(cell('__proto__, row 2')).toHaveValue('4');
  await button('Add column').click();
  await expect.poll(focused).toBe('Name of column 4');
  await press('Column 5');
  await button('Add column').click();
  await expect.element(cell('Name of column 5')).toHaveValue('Column 6');
  await button('JSON').click();
  const made =
    '{"City":["Porto",""],"Stream":["Arno","3"],"__proto__":["D","4"],"Column 5":["",""],"Column 6":["",""]}';
  await expect.poll(() => JSON.stringify(JSON.parse(valueOf(text)))).toBe(made);
  await button('Table').click();
  const wide = Array.from({ length: 20_000 }, (_, index) => index).join('\t');
  pasteText(cell('City, row 1'), `${wide}\n`.repeat(50));
  await expect.element(page.getByText('A table of 20,000 columns and 50 rows is too large')).toBeVisible();
  await expect.element(cell('City, row 1')).toHaveValue('Porto');
});

test.each([
  [25, false],
  [26, true],
])('E18: a table of %i rows has pages: %s', async (rows, hasPages) => {
  await openTable();
  await choose('table.csv', `n,m\n${'1,2\n'.repeat(rows)}`);
  await expect.element(cell('n, row 1')).toBeVisible();
  expect(button('Next rows').query() !== null).toBe(hasPages);
});

test('a long table is shown in pages and sent completely', async () => {
  const { sent } = await openTable();
  const numbers = Array.from({ length: 5000 }, (_, index) => String(index));
  await choose('long.json', JSON.stringify({ n: numbers }));
  await button('Table').click();
  await expect.element(page.getByText('Rows 1 to 25 of 5,000')).toBeVisible();
  expect(page.getByRole('textbox', { name: /^n, row/ }).elements()).toHaveLength(25);
  await button('Next rows').click();
  await expect.element(page.getByText('Rows 26 to 50 of 5,000')).toBeVisible();
  await userEvent.fill(cell('n, row 50'), 'changed');
  await button('Add row').click();
  await expect.poll(focused).toBe('n, row 5001');
  await button('Run').click();
  await expect.poll(() => sent.length).toBe(1);
  const { n } = sentTables(sent)[0] as { n: readonly string[] };
  expect([n.length, n[49], n[4999]]).toEqual([5001, 'changed', '4999']);
});

test('buttons outside the scroll area remove the current row or column', async () => {
  await openTable();
  await choose(
    'offices.json',
    JSON.stringify({ Name: ['A', 'B', ''], Year: ['1951', '1978', '2001'], City: ['Karlsruhe', 'Bonn', ''] }),
  );
  await button('Table').click();
  await expect.element(button('Remove row')).toBeDisabled();
  await expect.element(button('Remove column')).toBeDisabled();
  await cell('Name of column 2').click();
  // A name is in no row.
  await expect.element(button('Remove row')).toBeDisabled();
  await button('Remove column Year').click();
  await expect.element(page.getByText('offices.json, edited · 2 columns · 3 rows')).toBeVisible();
  await cell('City, row 2').click();
  await button('Remove row 2').click();
  await expect.element(cell('City, row 1')).toHaveValue('Karlsruhe');
  await button('Remove row 2').click();
  await button('Remove row 1').click();
  await expect.element(page.getByText('offices.json, edited · 2 columns · 0 rows')).toBeVisible();
  await expect.element(button('Remove row')).toBeDisabled();
  await button('Remove column City').click();
  await button('Remove column Name').click();
  await expect.element(page.getByText('No file chosen')).toBeVisible();
});

test.each([26, 51])('after the last of %d rows is removed, the rows before it are shown', async (rows) => {
  await openTable();
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1}\n`);
  await choose('many.csv', `a\n${lines.join('')}`);
  await expect.element(page.getByText(`many.csv · 1 column · ${rows} rows`)).toBeVisible();
  const pages = Math.ceil(rows / 25);
  for (let times = 1; times < pages; times += 1) await button('Next rows').click();
  await cell(`a, row ${rows}`).click();
  await button(`Remove row ${rows}`).click();
  const last = rows - 1;
  await expect.element(cell(`a, row ${last}`)).toHaveValue(String(last));
  const first = last - ((last - 1) % 25);
  const range = page.getByText(/^Rows \d+ to/);
  if (last > 25) await expect.element(range).toHaveTextContent(`Rows ${first} to ${last} of ${last}`);
  else expect(range.query()).toBe(null);
});
