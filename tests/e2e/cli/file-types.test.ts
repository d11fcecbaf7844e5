import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerBody, answerJson, serve } from '../../support/loopback.ts';
import { completion } from '../../support/priced-hub.ts';
import { temporaryFolder } from '../../support/process.ts';

const fileOf = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(4200)]);

const asf = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9';
const matroska = '\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska';
const webm = '\x1a\x45\xdf\xa3\x87\x42\x82\x84webm';
const mp4 = '\0\0\0\x18ftypisom\0\0\x02\0isomiso2';
const png = '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\0IDAT';

/** Files by their signatures: name, first bytes, media type. */
const files: Readonly<Record<'image' | 'audio' | 'video', readonly (readonly [string, string, string])[]>> = {
  image: [
    ['photo.png', png, 'image/png'],
    ['photo.jpg', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['photo.gif', 'GIF89a\x01\0\x01\0', 'image/gif'],
    ['photo.webp', 'RIFF\0\x10\0\0WEBPVP8 ', 'image/webp'],
    ['photo.bmp', 'BM\0\0\0\0', 'image/bmp'],
    ['photo.tiff', 'II*\0\x08\0\0\0', 'image/tiff'],
    ['photo.avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'image/avif'],
    ['photo.heic', '\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'image/heic'],
    ['icon.ico', '\0\0\x01\0\x01\0\x10\x10', 'image/x-icon'],
  ],
  audio: [
    ['plain.wav', 'RIFF\0\x10\0\0WAVEfmt \x10\0\0\0\x01\0', 'audio/wav'],
    ['plain.flac', 'fLaC\0\0\0\x22', 'audio/flac'],
    ['plain.ogg', 'OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'audio/ogg'],
    ['plain.m4a', '\0\0\0\x18ftypM4A \0\0\0\0', 'audio/x-m4a'],
    ['long.rf64', 'RF64\xff\xff\xff\xffWAVEds64', 'audio/wav'],
    ['long.wav', 'BW64\xff\xff\xff\xffWAVEds64', 'audio/wav'],
    ['long.w64', 'riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0', 'audio/x-w64'],
    ['sun.au', '.snd\0\0\0\x18\0\0\0\x08\0\0\0\x03', 'audio/basic'],
    ['apple.caf', 'caff\0\x01\0\0desc', 'audio/x-caf'],
    ['apple.aifc', 'FORM\0\0\x10\0AIFCFVER', 'audio/aiff'],
    ['adpcm.wav', 'RIFF\0\x10\0\0WAVEfmt \x14\0\0\0\x11\0', 'audio/wav'],
    ['phone.amr', '#!AMR-WB\n', 'audio/amr'],
    ['phone.3gp', '\0\0\0\x18ftyp3gp5\0\0\x01\0', 'video/3gpp'],
    ['music.mka', matroska, 'video/matroska'],
    ['browser.webm', webm, 'video/webm'],
    ['music.wma', asf, 'audio/x-ms-wma'],
    ['film.ac3', '\x0b\x77\0\0\x1c\x40', 'audio/vnd.dolby.dd-raw'],
    ['tagged.mp3', 'ID3\x03\0\0\x01\x7f\x7f\x7f', 'audio/mpeg'],
    ['radio.aac', '\xff\xf1\x50\x80\x02\x1f\xfc', 'audio/aac'],
    ['corpus.sph', 'NIST_1A\n   1024\n', 'audio/x-nist'],
    ['motorola.wav', 'RIFX\0\0\x10\0WAVEfmt ', 'audio/wav'],
    ['super.dff', `FRM8${'\0'.repeat(8)}DSD `, 'audio/x-dff'],
    ['disc.dts', '\x7f\xfe\x80\x01', 'audio/vnd.dts'],
    ['true.tta', 'TTA1\x01\0\x02\0\x10\0', 'audio/x-tta'],
  ],
  video: [
    ['film.mp4', mp4, 'video/mp4'],
    ['film.webm', webm, 'video/webm'],
    ['film.mov', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video/quicktime'],
    ['film.mkv', matroska, 'video/matroska'],
    ['film.avi', 'RIFF\0\x10\0\0AVI LIST', 'video/vnd.avi'],
  ],
};

/** Sends a file to a task, or with a chat. */
async function send(kind: keyof typeof files, name: string, head: string) {
  const server = await serve(
    answerJson({ audio: { text: 'a' }, image: [{ label: 'a', score: 1 }], video: completion('a') }[kind]),
  );
  const folder = temporaryFolder();
  const file = fileOf(head);
  writeFileSync(join(folder, name), file);
  const task = kind === 'audio' ? 'asr' : 'image-classification';
  const words =
    kind === 'video'
      ? [
          'chat',
          'What is it?',
          '--video',
          name,
          '--no-stream',
          '--endpoint-url',
          `${server.url}/v1/chat/completions`,
        ]
      : ['run', task, name, '--endpoint-url', server.url];
  const { code, stderr } = await cli(words, { folder });
  const [sent] = server.received;
  const [, type, data] = /data:([^;"]+);base64,([^"]+)/.exec(sent?.body.toString() ?? '') ?? [];
  const isWhole = (data === undefined ? sent?.body : Buffer.from(data, 'base64'))?.equals(file);
  return { code, stderr, type: type ?? sent?.headers['content-type'], isWhole };
}

test.each(Object.entries(files).flatMap(([kind, all]) => all.map((file) => [kind, ...file] as const)))(
  'R15: sends %s %s by its signature',
  async (kind, name, head, type) => {
    expect(await send(kind as keyof typeof files, name, head)).toEqual({
      code: 0,
      stderr: '',
      type,
      isWhole: true,
    });
  },
);

test.each(['text.wav', 'picture.caf'])('R15: refuses %s, which only has the name of audio', async (name) => {
  const { code, stderr, type } = await send('audio', name, name.startsWith('text') ? 'caffeine, ' : png);
  expect([code, type]).toEqual([2, undefined]);
  expect(stderr).toContain(`error: ${name} is not an audio file`);
});

/** The name of a result is that of an input of the same type, but for types with other usual names. */
const saved: readonly (readonly [task: string, kind: keyof typeof files, names: readonly string[]])[] = [
  ['text-to-image', 'image', ['png', 'jpg', 'gif', 'webp', 'bmp', 'tiff', 'avif']],
  [
    'text-to-speech',
    'audio',
    ['wav', 'flac', 'ogg', 'm4a', 'w64', 'au', 'caf', 'amr', 'wma', 'ac3', 'mp3', 'aac', 'dts'],
  ],
  ['text-to-video', 'video', ['mp4', 'webm', 'mov', 'mkv', 'avi']],
];

test.each(saved.flatMap(([task, kind, endings]) => endings.map((ending) => [task, kind, ending] as const)))(
  'saves the answer of %s, %s, as .%s',
  async (task, kind, ending) => {
    const [, head, type] = files[kind].find(([name]) => name.endsWith(`.${ending}`))!;
    const server = await serve(answerBody(fileOf(head), 200, { 'Content-Type': type }));
    const folder = temporaryFolder();
    const words = ['run', task, 'x', '--json', '--endpoint-url', server.url];
    const { stdout } = await cli(words, { folder });
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('tryout-'));
    expect(name).toMatch(new RegExp(`^tryout-${task}-\\d{8}-\\d{6}\\.${ending}$`));
    expect(JSON.parse(stdout)).toMatchObject({ contentType: type, bytes: fileOf(head).length, file: name });
    // Its own name needs no note, another one says what is in the file.
    for (const [path, note] of [
      [`a.${ending}`, ''],
      ['b.pdf', ` (it contains ${ending.toUpperCase()})`],
    ] as const)
      expect((await cli([...words.slice(0, 3), '-o', path, ...words.slice(4)], { folder })).stderr).toBe(
        note && `Saved to ${path}${note}.\n`,
      );
  },
);

describe('a batch', () => {
  const hub = () =>
    fakeHub({
      models: [
        'text-classification',
        'image-classification',
        'automatic-speech-recognition',
        'tabular-regression',
      ].map((task) => hubModel(`org/${task}`, { task })),
      inference: ({ url }, response) =>
        response
          .setHeader('Content-Type', 'application/json')
          .end(
            JSON.stringify(
              url.includes('speech')
                ? { text: 'a' }
                : url.includes('tabular')
                  ? [1]
                  : [{ label: 'a', score: 1 }],
            ),
          ),
    });
  const batch = async (folder: string, task: string, source: string, ...more: readonly string[]) => {
    const words = ['batch', task, source, '-m', `org/${task}`, ...more, ...at(await hub())];
    const { code, stdout } = await cli(words, { folder, environment: { HF_TOKEN: 'hf_sandbox' } });
    const lines = stdout.split('\n').filter(Boolean);
    return { code, rows: lines.map((line) => JSON.parse(line) as { input: Record<string, string> }) };
  };
  const others = ['notes.pdf', 'page.html', 'picture.svg', 'archive.zip', 'none'];

  test.each<[task: string, field: string, endings: string, content: string]>([
    ['image-classification', 'image', 'png jpg jpeg webp gif bmp tif tiff avif PNG', png],
    [
      'automatic-speech-recognition',
      'audio',
      'wav mp3 flac ogg oga opus m4a aac aif aiff amr webm mp4',
      'fLaC\0\0\0\x22',
    ],
    ['text-classification', 'text', 'txt md', 'good'],
    ['tabular-regression', 'data', 'json csv tsv', '{"a":["1"]}'],
  ])('of a folder has the files of %s, by their endings', async (task, field, endings, content) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in'));
    const names = endings.split(' ').map((ending) => `a.${ending}`);
    for (const name of [...names, ...others])
      writeFileSync(
        join(folder, 'in', name),
        field === 'text' || field === 'data' ? content : fileOf(content),
      );
    const { code, rows } = await batch(folder, task, 'in');
    expect(code).toBe(0);
    expect(rows).toHaveLength(names.length);
  });

  test.each([
    ['in.csv', 'text,n\na,1\n'],
    ['in.tsv', 'text\tn\na\t1\n'],
    ['in.jsonl', '{"text":"a","n":1}\n'],
    ['in.ndjson', '{"text":"a","n":1}\n'],
    ['in.CSV', 'text;n\na;1\n'],
  ])('reads %s as a table', async (name, content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const { code, rows } = await batch(folder, 'text-classification', name);
    expect({ code, rows: rows.map(({ input }) => input) }).toEqual({ code: 0, rows: [{ text: 'a' }] });
  });
});
