import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileFromBlob, taskNamed, type RunResult } from '@tryout/engine';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deliver } from '../../../packages/cli/src/deliver/deliver.ts';
import type { Call, Context } from '../../../packages/cli/src/context/context.ts';
import { blackPng } from '../../support/black-png.ts';
import { cli, startCli, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { answerJson, sendJson, serve } from '../../support/loopback.ts';

const photo = () => sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } });
const box = { xmin: 20, ymin: 20, xmax: 600, ymax: 400 };

/** Detects objects in an image and draws the boxes into `boxes.png` or another file. */
async function detect(name: string, image: Uint8Array, output = 'boxes.png') {
  const server = await serve(answerJson([{ label: 'cat', score: 0.5, box }]));
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), image);
  const words = ['run', 'object-detection', name, '-o', output, '--endpoint-url', server.url];
  const { code, stderr, stdout } = await cliInProcess(words, { folder });
  return { code, stderr, stdout, requests: server.received.length, folder };
}

/** A GIF of three frames: red, green, blue. */
const animation = () =>
  sharp(
    Buffer.concat(
      ['f00', '0f0', '00f'].map((color) =>
        Buffer.alloc(
          640 * 480 * 3,
          Buffer.from(
            color.replace(/./g, (digit) => digit.repeat(2)),
            'hex',
          ),
        ),
      ),
    ),
    {
      raw: { width: 640, height: 1440, channels: 3, pageHeight: 480 },
    },
  )
    .gif()
    .toBuffer();

test.each<[string, () => Promise<Buffer>]>([
  ['photo.tiff', () => photo().tiff().toBuffer()],
  ['photo.avif', () => photo().avif({ effort: 0 }).toBuffer()],
  ['animation.gif', animation],
  ['photo.heic', () => photo().webp().toBuffer()],
])('R12: draws on %s, by its content', async (name, create) => {
  const { code, stderr, folder } = await detect(name, await create());
  expect([code, stderr]).toEqual([0, 'Saved to boxes.png\n']);
  const drawn = readFileSync(join(folder, 'boxes.png'));
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 640 });
  // On the outline of the box.
  const at = { left: 300, top: 20, width: 1, height: 1 };
  const outline = await sharp(drawn).extract(at).raw().toBuffer();
  expect([...outline.subarray(0, 3)]).toEqual([0x31, 0x66, 0xf4]);
});

const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1');
test.each<[string, Buffer, string]>([
  ['photo.bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]), 'image/bmp'],
  ['photo.heic', heic, 'image/heic'],
  [
    'icon.ico',
    Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]),
    'image/x-icon',
  ],
  ['layers.psd', Buffer.from('8BPS\0\u0001\0\0\0\0\0\0', 'latin1'), 'image/vnd.adobe.photoshop'],
  ['bomb.png', blackPng(65_535, 65_535), '65535 × 65535 pixels are too many'],
])('R12, X18: says before the run that it cannot draw on %s', async (name, image, reason) => {
  const { code, stderr, requests, folder } = await detect(name, image);
  expect({ code, requests, files: readdirSync(folder) }).toEqual({ code: 2, requests: 0, files: [name] });
  expect(stderr).toBe(
    `error: Cannot draw on ${name} (${reason})\nhint: Save the result as .json or .txt, or convert the image to PNG first.\n`,
  );
  expect((await detect(name, image, 'boxes.json')).code).toBe(0);
});

test.each(['boxes.gif', 'boxes.bmp', 'boxes.TIFF'])(
  'R12: refuses to write values into %s',
  async (output) => {
    const { code, stderr, requests } = await detect('photo.png', await photo().png().toBuffer(), output);
    expect({ code, requests }).toEqual({ code: 2, requests: 0 });
    expect(stderr).toContain(`error: Cannot draw boxes into ${output}\nhint: Use a name that ends in .png`);
  },
);

/** 7,680 by 7,680 pixels. */
const largeMask = await sharp({ create: { width: 7680, height: 7680, channels: 3, background: '#fff' } })
  .png({ palette: true, effort: 1 })
  .toBuffer();
const smallMask = await photo().png().toBuffer();

/** Starts a segmentation that returns these masks. */
async function segment(masks: readonly Buffer[]) {
  const server = await serve((_received, response) =>
    sendJson(
      response,
      masks.map((mask, index) => ({ label: `part ${index}`, mask: mask.toString('base64') })),
    ),
  );
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'photo.png'), smallMask);
  const words = ['run', 'image-segmentation', 'photo.png', '-o', 'masks.png', '--endpoint-url', server.url];
  return { server, folder, words };
}

test('X18: draws the masks that can be decoded quickly, and ends', { tags: ['nightly'] }, async () => {
  const { folder, words } = await segment([...Array<Buffer>(199).fill(largeMask), smallMask]);
  expect(await cli(words, { folder })).toMatchObject({ code: 0, stderr: 'Saved to masks.png\n' });
  const drawn = await sharp(join(folder, 'masks.png'))
    .extract({ left: 2, top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...drawn.subarray(0, 3)]).not.toEqual([255, 255, 255]);
});

test('X18: a result that is not drawn within --timeout is kept as JSON', async () => {
  const folder = temporaryFolder();
  const image = fileFromBlob(new Blob([smallMask]), 'photo.png', 'image/png');
  const value = [{ label: 'cat', score: 0.5, box }];
  const result = { value, view: { kind: 'boxes', image, boxes: value } } as unknown as RunResult;
  const call = { options: {}, output: { terminal: { isTerminal: false } } } as unknown as Call;
  // The timeout has passed.
  const context = { signal: new AbortController().signal, connection: { finishBy: Date.now() } };
  const target = { kind: 'file', path: join(folder, 'boxes.png'), force: false } as const;
  const task = taskNamed('object-detection');
  await expect(deliver(call, context as Context, task, result, target, false)).rejects.toMatchObject({
    message: `Could not draw ${target.path}`,
    hint: `The result is in ${target.path}.json.`,
  });
  expect(JSON.parse(readFileSync(`${target.path}.json`, 'utf8'))).toEqual(value);
  expect(readdirSync(folder)).toEqual(['boxes.png.json']);
});

test('X18: Ctrl-C ends the drawing of masks', async () => {
  const { server, folder, words } = await segment(Array<Buffer>(200).fill(largeMask));
  const child = startCli(words, { folder });
  const ended = waitForExit(child);
  await server.first().then(({ left }) => left);
  child.kill('SIGINT');
  const { code, signal, stderr } = await ended;
  expect(code === 130 || signal === 'SIGINT').toBe(true);
  expect(stderr).toBe('error: Canceled\n');
  expect(readdirSync(folder)).not.toContain('masks.png');
});
