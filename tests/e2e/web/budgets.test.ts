import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { webFolder } from '../../support/browser/open-app.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts of modules in the build, including their imports. */
async function scriptsOf(...modules: readonly string[]): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(join(webFolder(), '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return files;
}

/** Size in KB with gzip. */
async function weightOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => gzipSync(await readFile(join(webFolder(), file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

test('the sign-in screen loads at most 140 KB', async () => {
  const files = await scriptsOf('index.html', 'src/features/auth/sign-in-page.tsx');
  expect(await weightOf(files)).toBeLessThanOrEqual(140);
});

test('the picker loads at most 140 KB', async () => {
  const files = await scriptsOf('index.html', 'src/app/picker-page.tsx');
  expect(await weightOf(files)).toBeLessThanOrEqual(140);
});

test.each([
  'src/features/try-out/try-out.tsx',
  'src/features/snippets/code-snippets.tsx',
  'src/fields/json/json-field.tsx',
  'src/fields/media/recording.ts',
])('neither of them loads %s', async (module) => {
  const files = await scriptsOf('index.html', 'src/app/picker-page.tsx');
  const [own] = await scriptsOf(module);
  expect(files).not.toContain(own);
});
