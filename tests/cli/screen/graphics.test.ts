/* oxlint-disable no-control-regex -- these are the characters to find */
import sharp from 'sharp';
import { decode } from 'sixel';
import { beforeAll, expect, test } from 'vitest';
import { renderImage } from '../../../packages/cli/src/screen/graphics.ts';
import type { ImageDevice } from '../../../packages/cli/src/screen/graphics.ts';
import { paletteColor } from '../../../packages/cli/src/screen/index.ts';

const E = '\u001b';
const KITTY_OK = `${E}_Gi=31;OK${E}\\`;
const CELLS = `${E}[6;20;10t`;
const PLAIN = `${E}[?62;22c`;
const SIXEL = `${E}[?62;4;22c`;

interface FakeDevice extends ImageDevice {
  readonly written: string[];
  answer(reply: string): void;
}

/** A terminal that sends all its answers after each query. */
function terminalWith(
  answers: readonly string[],
  environment: Record<string, string> = {},
  more: Partial<ImageDevice['terminal']> = {},
): FakeDevice {
  const listeners = new Set<(reply: string) => void>();
  const written: string[] = [];
  const answer = (reply: string) => {
    for (const listener of listeners) listener(reply);
  };
  return {
    written,
    answer,
    terminal: {
      isTerminal: true,
      movesCursor: true,
      columns: 80,
      rows: 24,
      colors: 'truecolor',
      unicode: true,
      ...more,
    },
    environment: { TERM: 'xterm-256color', ...environment },
    device: {
      write(sequence) {
        written.push(sequence);
        queueMicrotask(() => answers.forEach(answer));
      },
      onReply(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

const room = { columns: 40, rows: 12 };
let photo: Buffer;
let mask: Buffer;

beforeAll(async () => {
  // Left half blue, right half white.
  photo = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
    .composite([
      { input: { create: { width: 100, height: 100, channels: 3, background: '#0000ff' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  mask = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#000' } })
    .composite([
      { input: { create: { width: 100, height: 100, channels: 3, background: '#fff' } }, left: 100, top: 0 },
    ])
    .png()
    .toBuffer();
});

const protocolOf = (draw: string | undefined) => {
  if (draw === undefined) return 'blocks';
  if (draw.startsWith(`${E}_G`)) return 'kitty';
  return draw.startsWith(`${E}]1337;`) ? 'iterm' : draw.startsWith(`${E}P`) ? 'sixel' : 'unknown';
};

test.each<[what: string, answers: string[], environment: Record<string, string>, protocol: string]>([
  ['supports the kitty protocol', [KITTY_OK, CELLS, PLAIN], {}, 'kitty'],
  ['supports kitty and sixel', [KITTY_OK, CELLS, SIXEL], {}, 'kitty'],
  ['reports sixel in its attributes', [CELLS, SIXEL], {}, 'sixel'],
  ['supports neither', [CELLS, PLAIN], {}, 'blocks'],
  ['reports 64 in its attributes', [`${E}[?64;1;2;6;9;15;22c`], {}, 'blocks'],
  ['does not answer', [], {}, 'blocks'],
  ['does not answer but is named kitty', [], { TERM: 'xterm-kitty' }, 'kitty'],
  ['is iTerm2', [CELLS, SIXEL], { TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
  ['is mintty', [CELLS, PLAIN], { TERM_PROGRAM: 'mintty' }, 'iterm'],
  ['is VS Code with images enabled', [SIXEL], { TERM_PROGRAM: 'vscode' }, 'sixel'],
  ['is VS Code with images disabled', [PLAIN], { TERM_PROGRAM: 'vscode' }, 'blocks'],
  ['is tmux in kitty', [PLAIN], { TMUX: '/tmp/tmux', KITTY_WINDOW_ID: '1' }, 'blocks'],
  ['is tmux with sixel', [SIXEL], { TMUX: '/tmp/tmux', TERM: 'tmux-256color' }, 'sixel'],
  ['is set to blocks', [KITTY_OK, SIXEL], { TRYOUT_GRAPHICS: 'blocks' }, 'blocks'],
  ['is set to sixel', [PLAIN], { TRYOUT_GRAPHICS: 'sixel' }, 'sixel'],
  ['is set to iterm', [KITTY_OK, PLAIN], { TRYOUT_GRAPHICS: 'iTerm' }, 'iterm'],
  ['is set to an unknown protocol', [KITTY_OK, PLAIN], { TRYOUT_GRAPHICS: 'everything' }, 'kitty'],
])('chooses the protocol for a terminal that %s', async (_what, answers, environment, protocol) => {
  const drawn = await renderImage(terminalWith(answers, environment), photo, {}, room);
  expect(protocolOf(drawn?.images[0]?.draw)).toBe(protocol);
  expect(drawn?.lines.length).toBeGreaterThan(3);
});

test('queries the terminal once, and sends tmux no query that it would display', async () => {
  const terminal = terminalWith([KITTY_OK, CELLS, PLAIN]);
  await Promise.all([renderImage(terminal, photo, {}, room), renderImage(terminal, photo, {}, room)]);
  await renderImage(terminal, photo, {}, room);
  expect(terminal.written).toHaveLength(1);
  expect(terminal.written[0]).toContain(`${E}_G`);
  const tmux = terminalWith([SIXEL], { TMUX: '/tmp/tmux' });
  await renderImage(tmux, photo, {}, room);
  expect(tmux.written.join('')).not.toContain(`${E}_`);
});

test('queries the cell size again after a resize and keeps the protocol', async () => {
  const terminal = terminalWith([KITTY_OK, `${E}[6;20;10t`, PLAIN]);
  await renderImage(terminal, photo, {}, room);
  const larger = { ...terminal, terminal: { ...terminal.terminal, columns: 40 } };
  const again = renderImage(larger, photo, {}, room);
  expect(protocolOf((await again)?.images[0]?.draw)).toBe('kitty');
  expect(terminal.written).toHaveLength(2);
  await renderImage(larger, photo, {}, room);
  expect(terminal.written).toHaveLength(2);
});

test.each<[what: string, environment: Record<string, string>, more: Partial<ImageDevice['terminal']>]>([
  ['TERM=dumb', { TERM: 'dumb' }, { movesCursor: false }],
  ['a Linux console', { TERM: 'linux' }, { unicode: false }],
  ['NO_COLOR', {}, { colors: 'none' }],
  ['TRYOUT_GRAPHICS=blocks', { TRYOUT_GRAPHICS: 'blocks' }, {}],
  ['TRYOUT_GRAPHICS=none', { TRYOUT_GRAPHICS: 'none' }, {}],
])('sends no query with %s', async (_what, environment, more) => {
  const terminal = terminalWith([KITTY_OK, SIXEL], environment, more);
  const drawn = await renderImage(terminal, photo, {}, room);
  expect(terminal.written).toEqual([]);
  expect(drawn?.images ?? []).toEqual([]);
});

test.each<[what: string, environment: Record<string, string>, more: Partial<ImageDevice['terminal']>]>([
  ['colors', {}, { colors: 'none' }],
  ['Unicode', { TERM: 'linux' }, { unicode: false }],
  ['TRYOUT_GRAPHICS', { TRYOUT_GRAPHICS: 'none' }, {}],
])('draws no image without %s', async (_what, environment, more) => {
  expect(await renderImage(terminalWith([], environment, more), photo, {}, room)).toBeUndefined();
});

test('uses a late answer for the next image', async () => {
  const terminal = terminalWith([]);
  expect(protocolOf((await renderImage(terminal, photo, {}, room))?.images[0]?.draw)).toBe('blocks');
  for (const reply of [KITTY_OK, CELLS, PLAIN]) terminal.answer(reply);
  expect(protocolOf((await renderImage(terminal, photo, {}, room))?.images[0]?.draw)).toBe('kitty');
});

/** The file sent to kitty, with its control data. */
function kittyFile(draw: string): { control: string; file: Buffer; pieces: string[] } {
  const pieces = [...draw.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)];
  expect(pieces.map(([sequence]) => sequence).join('')).toBe(draw);
  return {
    control: pieces[0]![1]!,
    file: Buffer.from(pieces.map(([, , data]) => data).join(''), 'base64'),
    pieces: pieces.map(([, control, data]) => `${control}:${data!.length}`),
  };
}

test('sends kitty a file in chunks and keeps its aspect ratio', async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const drawn = await renderImage(terminalWith([KITTY_OK, CELLS, PLAIN]), noise, {}, room);
  const [placed] = drawn!.images;
  const { control, file, pieces } = kittyFile(placed!.draw);
  expect(pieces.length).toBeGreaterThan(10);
  expect(pieces.slice(0, -1).every((piece) => /m=1:4096$/.test(piece))).toBe(true);
  expect(pieces.at(-1)).toMatch(/^q=2,m=0:\d+$/);
  expect(control).toMatch(/^a=T,f=100,t=d,i=\d+,c=40,r=10,C=1,q=2,m=1$/);
  expect(drawn!.lines).toEqual(Array.from({ length: 10 }, () => ''));
  expect(placed).toMatchObject({ row: 0, column: 0, rows: 10, columns: 40 });
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 });
  expect(placed!.erase).toBe(`${E}_Ga=d,d=I,i=${/i=(\d+)/.exec(control)![1]},q=2${E}\\`);
});

test('gives two images different IDs', async () => {
  const terminal = terminalWith([KITTY_OK, CELLS, PLAIN]);
  const one = await renderImage(terminal, photo, {}, room);
  const other = await renderImage(terminal, photo, {}, room);
  expect(one!.images[0]!.erase).not.toBe(other!.images[0]!.erase);
});

test('sends iTerm2 a file with its size in cells', async () => {
  const drawn = await renderImage(
    terminalWith([CELLS, PLAIN], { TERM_PROGRAM: 'iTerm.app' }),
    photo,
    {},
    room,
  );
  const [, head, data] = /^\u001b\]1337;File=([^:]*):([^\u0007]*)\u0007$/.exec(drawn!.images[0]!.draw) ?? [];
  const file = Buffer.from(data!, 'base64');
  expect(head).toContain(`inline=1;size=${file.length};width=40;height=10;`);
  expect((await sharp(file).metadata()).format).toBe('png');
});

async function pixelOf(file: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

test('draws boxes and masks into the image, each in its color with its number', async () => {
  const drawn = await renderImage(
    terminalWith([KITTY_OK, CELLS, PLAIN]),
    photo,
    { boxes: [{ xmin: 10, ymin: 20, xmax: 90, ymax: 80 }], masks: [mask] },
    room,
  );
  const { file } = kittyFile(drawn!.images[0]!.draw);
  // Twice the size of the file: 40 cells of 10 pixels.
  expect(await sharp(file).metadata()).toMatchObject({ width: 400, height: 200 });
  expect((await pixelOf(file, 100, 159)).slice(0, 3)).toEqual([...paletteColor(0)]);
  expect((await pixelOf(file, 100, 100)).slice(0, 3)).toEqual([0, 0, 255]);
  const masked = await pixelOf(file, 390, 10);
  paletteColor(0).forEach((tone, channel) =>
    expect(Math.abs(masked[channel]! - (255 * 0.5 + tone * 0.5))).toBeLessThan(2),
  );
  // The number is white, at the top left of the box and in the center of the mask.
  for (const [left, top] of [
    [20, 40],
    [300, 100],
  ] as const) {
    const tag = await sharp(file).extract({ left, top, width: 11, height: 20 }).raw().toBuffer();
    expect([...tag].some((_, at) => at % 4 === 0 && tag[at]! + tag[at + 1]! + tag[at + 2]! > 740)).toBe(true);
  }
});

test('positions boxes correctly when the image does not fill its cells', async () => {
  const boxes = [{ xmin: 0, ymin: 0, xmax: 200, ymax: 100 }];
  const narrow = { columns: 33, rows: 12 };
  const drawn = await renderImage(terminalWith([KITTY_OK, CELLS, PLAIN]), photo, { boxes }, narrow);
  const { file } = kittyFile(drawn!.images[0]!.draw);
  const { width, height } = await sharp(file).metadata();
  expect([width, height]).toEqual([330, 180]);
  expect(await pixelOf(file, 0, 100)).toEqual([...paletteColor(0), 255]);
  expect(await pixelOf(file, 200, 164)).toEqual([...paletteColor(0), 255]);
  // 165 pixel lines: the rest of the ninth row is transparent.
  expect(await pixelOf(file, 200, 170)).toEqual([0, 0, 0, 0]);
});

test('sixel output fills its cells and shows the image', async () => {
  const drawn = await renderImage(terminalWith([CELLS, SIXEL]), photo, {}, room);
  const { width, height, data32 } = decode(drawn!.images[0]!.draw.replace(/^\u001bP[\d;]*q/, ''));
  expect([width, height]).toEqual([400, 198]);
  expect(drawn!.lines).toHaveLength(10);
  const pixel = (x: number, y: number) => [
    ...new Uint8Array(data32.buffer, data32.byteOffset + (y * width + x) * 4, 3),
  ];
  expect(pixel(50, 100)).toEqual([0, 0, 255]);
  expect(pixel(350, 100)).toEqual([255, 255, 255]);
});

test.each([
  ['its cells', `${E}[6;15;8t`],
  ['its window', `${E}[4;360;640t`],
  ['its largest sixel picture, like XTerm', `${E}[?2;0;640;360S`],
])('a terminal that reports the size of %s gets sixel output that fits its cells', async (_what, sizes) => {
  const drawn = await renderImage(terminalWith([sizes, SIXEL]), photo, {}, room);
  const { width, height } = decode(drawn!.images[0]!.draw.replace(/^\u001bP[\d;]*q/, ''));
  expect([width, height]).toEqual([320, 156]);
  expect(drawn!.lines).toHaveLength(11);
});

test('sixel uses at most as many colors as the terminal has', async () => {
  const rainbow = await sharp({
    create: {
      width: 100,
      height: 100,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer();
  const drawn = await renderImage(terminalWith([CELLS, `${E}[?1;0;16S`, SIXEL]), rainbow, {}, room);
  const registers = new Set(
    [...drawn!.images[0]!.draw.matchAll(/#(\d+);2;/g)].map(([, register]) => register),
  );
  expect(registers.size).toBeGreaterThan(4);
  expect(registers.size).toBeLessThanOrEqual(16);
});

test.each([
  ['zeros for sizes', `${E}[6;0;0t`],
  ['the size of its window', `${E}[4;480;800t`],
])(
  'a terminal that answers with %s still gets an image that fits the available space',
  async (_what, sizes) => {
    for (const last of [`${KITTY_OK}`, SIXEL]) {
      const terminal = terminalWith([sizes, last, PLAIN]);
      const drawn = await renderImage(terminal, photo, {}, room);
      const [placed] = drawn!.images;
      expect(placed!.rows).toBeLessThanOrEqual(room.rows);
      expect(placed!.columns).toBeLessThanOrEqual(room.columns);
      expect(drawn!.lines).toHaveLength(placed!.rows);
    }
  },
);

test('sends a large image with no more pixels than fit, and fewer over SSH', async () => {
  const large = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  const size = async (environment: Record<string, string>) => {
    const terminal = terminalWith([KITTY_OK, `${E}[6;40;20t`, PLAIN], environment);
    const drawn = await renderImage(terminal, large, {}, { columns: 100, rows: 50 });
    const { width, height } = await sharp(kittyFile(drawn!.images[0]!.draw).file).metadata();
    return width * height;
  };
  const here = await size({});
  expect(here).toBeLessThanOrEqual(1_050_000);
  expect(await size({ SSH_TTY: '/dev/pts/1' })).toBeLessThan(here / 3);
});

test('returns undefined for a file that is not an image or is truncated', async () => {
  const terminal = terminalWith([KITTY_OK, CELLS, PLAIN]);
  expect(await renderImage(terminal, Buffer.from('no picture'), {}, room)).toBeUndefined();
  expect(await renderImage(terminal, photo.subarray(0, 60), {}, room)).toBeUndefined();
});
