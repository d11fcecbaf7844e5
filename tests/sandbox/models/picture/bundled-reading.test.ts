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
import { decodePicture } from '${join(root, 'packages/sandbox/src/media/picture.ts')}';
import { pictureModels } from '${join(root, 'packages/sandbox/src/models/picture/index.ts')}';
const picture = await decodePicture(await readFile('${join(root, 'packages/sandbox/examples/notice.png')}'));
const reader = pictureModels.find(({ id }) => id === 'sandbox/tesseract-ocr');
console.log(JSON.stringify(await reader.answer(picture, {}, new AbortController().signal)));
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

it('reads from within a bundle and lets the process end by itself, saying nothing else', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, 'out/entry.mjs')]);
  const { generated_text } = JSON.parse(stdout) as { generated_text: string };
  expect(generated_text).toContain('Monday to Friday: 9:00 to 18:30');
  expect(stderr).toBe('');
});
