// @module-tag nightly
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const source = `
import { readFile } from 'node:fs/promises';
import { startSandbox } from '@tryout/sandbox';
const { inferenceUrl, token, close } = await startSandbox();
const image = await readFile('${join(root, 'examples/notice.png')}', 'base64');
const response = await fetch(inferenceUrl + '/models/sandbox/document-fields', {
  method: 'POST',
  headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },
  body: JSON.stringify({ inputs: { image, question: 'When is it open on Saturday?' } }),
});
console.log(await response.text());
await close();
`;

let folder = '';

beforeAll(async () => {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
  folder = await mkdtemp(join(root, 'node_modules/.cache/bundled-reading-'));
  await writeFile(join(folder, 'entry.ts'), source);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(folder, 'entry.ts'),
      outDir: join(folder, 'out'),
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('works in a bundle, prints nothing else and lets the process exit', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, 'out/entry.mjs')]);
  const [best] = JSON.parse(stdout) as { answer: string }[];
  expect(best?.answer).toBe('10:00 to 14:00');
  expect(stderr).toBe('');
});
