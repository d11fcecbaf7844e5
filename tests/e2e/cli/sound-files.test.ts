import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

async function transcribe(name: string, head: string) {
  const server = await serve(answerJson({ text: 'hello' }));
  const folder = temporaryFolder();
  const file = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(4200)]);
  writeFileSync(join(folder, name), file);
  const words = ['run', 'automatic-speech-recognition', name, '--endpoint-url', server.url];
  const { code, stderr } = await cliInProcess(words, { folder });
  const [sent] = server.received;
  return { code, stderr, type: sent?.headers['content-type'], isWhole: sent?.body.equals(file) };
}

const asf = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9';
const matroska = '\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska';

test.each([
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
  ['music.wma', asf, 'audio/x-ms-wma'],
  ['film.ac3', '\x0b\x77\0\0\x1c\x40', 'audio/vnd.dolby.dd-raw'],
  ['tagged.mp3', 'ID3\x03\0\0\x01\x7f\x7f\x7f', 'audio/mpeg'],
  ['radio.aac', '\xff\xf1\x50\x80\x02\x1f\xfc', 'audio/aac'],
  ['corpus.sph', 'NIST_1A\n   1024\n', 'audio/x-nist'],
  ['motorola.wav', 'RIFX\0\0\x10\0WAVEfmt ', 'audio/wav'],
  ['super.dff', `FRM8${'\0'.repeat(8)}DSD `, 'audio/x-dff'],
  ['disc.dts', '\x7f\xfe\x80\x01', 'audio/vnd.dts'],
  ['true.tta', 'TTA1\x01\0\x02\0\x10\0', 'audio/x-tta'],
])('R15: sends %s by its signature', async (name, head, type) => {
  expect(await transcribe(name, head)).toEqual({ code: 0, stderr: '', type, isWhole: true });
});

test.each(['text.wav', 'picture.caf'])('R15: refuses %s, which only has the name of audio', async (name) => {
  const { code, stderr, type } = await transcribe(
    name,
    name.startsWith('text') ? 'caffeine, ' : '\x89PNG\r\n\x1a\n',
  );
  expect([code, type]).toEqual([2, undefined]);
  expect(stderr).toContain(`error: ${name} is not an audio file`);
});
