import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBlob, resultSummary, type FileInput, type Media, type ResultView } from '@tryout/engine';
import { renderResult } from '../../../packages/cli/src/deliver/render-result.ts';
import { pipe, screen } from './screens.ts';

const examples = new URL('../../../examples/', import.meta.url);
const sound = (name: string, contentType: string): Media => ({
  contentType,
  bytes: new Uint8Array(readFileSync(new URL(name, examples))),
});

/** A result in a terminal with colors, without its styles. */
const drawn = async (view: ResultView, paths: readonly string[] = []) =>
  stripVTControlCharacters(await renderResult(view, screen(80, 'truecolor'), { paths }));

let image: Uint8Array<ArrayBuffer>;
let input: FileInput;

beforeAll(async () => {
  const create = { width: 6, height: 4, channels: 3 as const, background: '#fff' };
  image = new Uint8Array(await sharp({ create }).png().toBuffer());
  input = fileFromBlob(new Blob([image]), 'white.png', 'image/png');
});

describe('boxes', () => {
  const found = [
    { label: 'red circle', score: 0.75, box: { xmin: 0, ymin: 0, xmax: 2.4, ymax: 4 } },
    { label: 'cat', score: 0.5, box: { xmin: 4, ymin: 0, xmax: 6, ymax: 4 } },
    { label: 'cat', score: 0.5, box: { xmin: 4, ymin: 0, xmax: 6, ymax: 4 } },
  ];

  it('are drawn over the image and listed in a legend', async () => {
    const view: ResultView = { kind: 'boxes', image: input, boxes: found.slice(0, 2) };
    expect(await drawn(view)).toBe(
      [
        '1▀▀▀2▀',
        '▀▀▀▀▀▀',
        ' 1  red circle  █████████     75.0%  0,0 to 2,4',
        ' 2  cat         ██████        50.0%  4,0 to 6,4',
        '',
      ].join('\n'),
    );
  });

  it('are summarized by label, and columns in a pipe', async () => {
    const view: ResultView = { kind: 'boxes', image: input, boxes: found };
    expect(resultSummary(view)).toBe('3 boxes: red circle, cat ×2');
    expect(await renderResult(view, pipe)).toBe(
      'red circle\t0.75\t0\t0\t2.4\t4\ncat\t0.5\t4\t0\t6\t4\ncat\t0.5\t4\t0\t6\t4\n',
    );
  });

  it('have a legend even if the image can no longer be read', async () => {
    const gone: FileInput = {
      ...input,
      name: 'go\u001bne.png',
      open: () => new ReadableStream({ start: (controller) => controller.error(new Error('changed')) }),
    };
    expect(await renderResult({ kind: 'boxes', image: gone, boxes: found.slice(0, 1) }, screen(80))).toMatch(
      /^go<U\+001B>ne.png \(image\/png, \d+ bytes\) cannot be displayed here\n 1 {2}red circle/,
    );
  });

  it('show only the image if there are none', async () => {
    expect(await drawn({ kind: 'boxes', image: input, boxes: [] })).toBe('▀▀▀▀▀▀\n▀▀▀▀▀▀\nNothing found\n');
  });
});

describe('masks', () => {
  it('are drawn over the image and listed in a legend, with or without a score', async () => {
    const raw = { width: 6, height: 4, channels: 1 as const };
    const left = Buffer.from(Array.from({ length: 24 }, (_, index) => (index % 6 < 2 ? 255 : 0)));
    const mask = (await sharp(left, { raw }).png().toBuffer()).toString('base64');
    const view: ResultView = {
      kind: 'masks',
      image: input,
      masks: [
        { label: 'sky', score: 0.5, mask },
        { label: 'sea', mask: 'no picture' },
      ],
    };
    expect(await drawn(view)).toBe(
      `1▀▀▀▀▀\n▀▀▀▀▀▀\n 1  sky  ${'█'.repeat(12)}${' '.repeat(12)}  50.0%\n 2  sea\n`,
    );
    expect(await renderResult(view, pipe)).toBe('sky\t0.5\nsea\t\n');
    expect(resultSummary(view)).toBe('2 masks: sky, sea');
  });
});

describe('an image', () => {
  it('is drawn with its dimensions and its path', async () => {
    const view: ResultView = { kind: 'image', media: { contentType: 'image/png', bytes: image } };
    expect(await drawn(view, ['out/cat.png'])).toBe(
      `▀▀▀▀▀▀\n▀▀▀▀▀▀\nimage/png · 6 × 4 · ${image.length} bytes\nSaved to out/cat.png\n`,
    );
    expect(await renderResult(view, pipe, { paths: ['out/cat.png'] })).toBe(
      `image/png\t6\t4\t${image.length}\tout/cat.png\n`,
    );
    expect(resultSummary(view)).toBe('image/png, 6 × 4');
  });

  it('is described by its type and size if it cannot be decoded', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const view: ResultView = { kind: 'image', media: { contentType: 'image/x-odd', bytes } };
    expect(await renderResult(view, screen(80, 'truecolor'))).toBe('image/x-odd · 3 bytes\n');
    expect(await renderResult(view, pipe)).toBe('image/x-odd\t\t\t3\t\n');
  });
});

describe('a sound', () => {
  const tune: ResultView = { kind: 'audio', media: sound('tune.wav', 'audio/wav') };

  it('is drawn as a waveform with its details', async () => {
    const [chart, facts] = (await renderResult(tune, screen(40), { paths: ['tune.wav'] })).split('\n');
    expect(chart).toMatch(/^[▁▂▃▄▅▆▇█]{40}$/);
    expect(new Set(chart).size).toBeGreaterThan(2);
    expect(facts).toBe('audio/wav · 4.1 s · 8 kHz · mono · 66 kB');
    expect(resultSummary(tune)).toBe('audio/wav, 4.1 s, 8 kHz, mono');
    expect(await renderResult(tune, pipe)).toBe('audio/wav\t4.096\t8000\t1\t65580\t\n');
  });

  it('has a label and a path in a set of tracks', async () => {
    const flac = sound('silence-tone-noise.flac', 'audio/flac');
    const view: ResultView = {
      kind: 'tracks',
      tracks: [
        { label: 'voice', media: flac },
        { label: 'noise', media: { contentType: 'audio/odd', bytes: new Uint8Array(7) } },
      ],
    };
    expect(await renderResult(view, screen(80), { paths: ['a.flac', 'b'] })).toBe(
      [
        'voice',
        'audio/flac · 3.1 s · 8 kHz · mono · 18 kB',
        'Saved to a.flac',
        '',
        'noise',
        'audio/odd · 7 bytes',
        'Saved to b',
        '',
      ].join('\n'),
    );
    expect(await renderResult(view, pipe, { paths: ['a.flac'] })).toBe(
      'voice\taudio/flac\t3.072\t8000\t1\t18198\ta.flac\nnoise\taudio/odd\t\t\t\t7\t\n',
    );
    expect(resultSummary(view)).toBe('2 tracks: voice, noise');
  });
});
