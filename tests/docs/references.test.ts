import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function textsIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\b(?:dist|node_modules)\b/.test(name));
  return Promise.all(sources.map((name) => readFile(join(root, folder, name), 'utf8')));
}

/** Numbers at the beginning of test titles and in parentheses. */
const reference = /(?<=['"`(])[A-Z]\d{1,2}(?=[:,)])/g;

test('S19: the README names the test command', async () => {
  expect(await readFile(join(root, 'README.md'), 'utf8')).toMatch(/^npm install && npm test\b/m);
});

test('numbers in tests and comments are explained in the documentation', async () => {
  const pages = await Promise.all(
    ['faults', 'findings'].map((name) => readFile(join(root, `docs/${name}.md`), 'utf8')),
  );
  const explained = new Set(
    pages.flatMap((page) => [...page.matchAll(/^\| ([A-Z]\d+) /gm)].map(([, number]) => number)),
  );
  const texts = (await Promise.all(['packages', 'tests'].map(textsIn))).flat();
  const used = new Set(texts.flatMap((text) => text.match(reference) ?? []));
  expect([...used].filter((number) => !explained.has(number))).toEqual([]);
  expect(used.size).toBeGreaterThan(80);
});
