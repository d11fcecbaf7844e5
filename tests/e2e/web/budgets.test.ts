import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { webFolder } from '../../support/browser/open-app.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

/** The scripts of the page and of a screen, without what is loaded behind them later. */
async function scriptsOf(screen: string, ending = '.js'): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(join(webFolder(), '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const add = (key: string | undefined) => {
    const chunk = manifest[key ?? ''];
    if (!chunk) throw new Error(`There is no chunk ${key ?? screen} in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  add(Object.keys(manifest).find((key) => manifest[key]?.name === screen && key.endsWith(ending)));
  return files;
}

/** KB of gzip. */
async function weightOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => gzipSync(await readFile(join(webFolder(), file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

test('what comes before the sign-in screen weighs at most 95 KB', async () => {
  const files = await scriptsOf('sign-in');
  expect(await weightOf(files)).toBeLessThanOrEqual(95);
});

test('what comes before the picker weighs at most 125 KB', async () => {
  const files = await scriptsOf('picker');
  expect(await weightOf(files)).toBeLessThanOrEqual(125);
});

test('what the sign-in link waits for does not bring the picker along', async () => {
  const files = await scriptsOf('begin-sign-in', '.ts');
  expect([...files].filter((file) => file.includes('picker'))).toEqual([]);
  expect(await weightOf(files)).toBeLessThanOrEqual(95);
});
