import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';

/**
 * Compares a value with the golden file of this name beside the test. A missing file fails; `UPDATE_GOLDEN=1` writes
 * the files anew, to be read before they are committed.
 */
export async function expectGolden(folder: URL, name: string, value: unknown): Promise<void> {
  const file = new URL(`${name}.json`, folder);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN']) await writeFile(file, text);
  const golden = await readFile(file, 'utf8').catch(() => undefined);
  expect(golden, `there is no golden file ${name}.json`).toBeDefined();
  expect(JSON.parse(text)).toEqual(JSON.parse(golden ?? 'null'));
}
