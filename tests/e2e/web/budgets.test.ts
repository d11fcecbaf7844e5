import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { webFolder } from '../../support/browser/web-folder.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts that come with these modules, whatever is loaded behind them later. */
async function scriptsOf(...modules: string[]): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(join(webFolder(), '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is no chunk of the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return files;
}

/** KB of gzip. */
async function weightOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => gzipSync(await readFile(join(webFolder(), file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

test('what comes before the sign-in screen weighs at most 95 KB', async () => {
  const files = await scriptsOf('index.html', 'src/features/auth/sign-in-page.tsx');
  expect(await weightOf(files)).toBeLessThanOrEqual(95);
});

test('what comes before the picker weighs at most 120 KB', async () => {
  const files = await scriptsOf('index.html', 'src/app/picker-page.tsx', 'src/app/create-session.ts');
  expect(await weightOf(files)).toBeLessThanOrEqual(120);
});
