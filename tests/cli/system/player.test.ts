import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { playSound } from '../../../packages/cli/src/system/programs.ts';
import { fakePrograms, isRunning } from '../../support/process.ts';

const wav = { contentType: 'audio/wav', bytes: Buffer.from('RIFF....WAVE') };
const never = () => new AbortController().signal;

/** A PATH for fake players and a separate folder for temporary files. */
function system() {
  const programs = fakePrograms();
  const temporary = join(programs.out, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  return { programs, environment: { PATH: programs.path }, left: () => readdirSync(temporary) };
}

afterEach(() => void vi.unstubAllEnvs());

const recorder = `
for file; do :; done
printf %s "$file" > "$OUT/file"
cat "$file" > "$OUT/played"
stat -c '%a' "$file" "$(dirname "$file")" > "$OUT/modes"`;

test('plays audio from a private file and removes it afterwards', async () => {
  const { programs, environment, left } = system();
  programs.add('aplay', recorder);
  const umask = process.umask(0);
  await playSound(wav, never(), environment).finally(() => process.umask(umask));
  expect(programs.read('played')).toBe('RIFF....WAVE');
  expect(programs.read('modes')).toBe('600\n700\n');
  expect(programs.read('file')).toMatch(/\.wav$/);
  expect(left()).toEqual([]);
});

test('X11: a player does not inherit the token', async () => {
  const { programs, environment } = system();
  programs.add('aplay', 'env > "$OUT/env"');
  await playSound(wav, never(), { ...environment, HF_TOKEN: 'hf_canary', OTHER: 'kept' });
  expect(programs.read('env')).toMatch(/^OTHER=kept$/m);
  expect(programs.read('env')).not.toContain('hf_canary');
});

test('tries the next player when one fails', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', 'exit 1');
  programs.add('paplay', 'exit 1');
  programs.add('mpv', recorder);
  await playSound(wav, never(), environment);
  expect(programs.read('played')).toBe('RIFF....WAVE');
  expect(left()).toEqual([]);
});

test('uses a decoding player for formats other than WAV', async () => {
  const { programs, environment } = system();
  programs.add('aplay', 'touch "$OUT/noise"');
  programs.add('ffplay', recorder);
  await playSound({ contentType: 'audio/mpeg', bytes: Buffer.from('ID3') }, never(), environment);
  expect(programs.read('file')).toMatch(/\.mp3$/);
  expect(programs.read('noise')).toBeUndefined();
});

test('reports a missing player', async () => {
  const { environment, left } = system();
  await expect(playSound(wav, never(), environment)).rejects.toMatchObject({
    name: 'InputError',
    message: 'Could not play the audio',
    hint: 'Install ffplay or mpv.',
  });
  expect(left()).toEqual([]);
});

test('the signal stops the player and starts no other one', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', 'echo $$ > "$OUT/player"; exec sleep 60');
  programs.add('aplay', recorder);
  const controller = new AbortController();
  const playing = playSound(wav, controller.signal, environment);
  await expect.poll(() => programs.read('player')).toMatch(/\d\n/);
  controller.abort();
  await playing;
  const player = Number(programs.read('player'));
  await expect.poll(() => isRunning(player)).toBe(false);
  expect(programs.read('played')).toBeUndefined();
  expect(left()).toEqual([]);
});

test('starts nothing if the signal is already aborted', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', recorder);
  await playSound(wav, AbortSignal.abort(), environment);
  expect(programs.read('played')).toBeUndefined();
  expect(left()).toEqual([]);
});

test.each(['audio/../../etc', 'audio/wav; rate=1', '--help/-x'])(
  'plays a sound with the unusual type %s',
  async (contentType) => {
    const { programs, environment, left } = system();
    programs.add('ffplay', recorder);
    programs.add('aplay', recorder);
    await playSound({ contentType, bytes: wav.bytes }, never(), environment);
    expect(programs.read('file')).toMatch(/\/sound\.(?:wav|bin|x)$/);
    expect(left()).toEqual([]);
  },
);
