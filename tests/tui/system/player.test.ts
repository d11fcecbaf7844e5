import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { playSound } from '../../../packages/cli/src/system/player.ts';
import { fakePrograms, isRunning } from '../../support/process.ts';

const wav = { contentType: 'audio/wav', bytes: Buffer.from('RIFF....WAVE') };
const never = () => new AbortController().signal;

/** Players on PATH, and a folder for temporary files of its own. */
function system() {
  const programs = fakePrograms();
  const temporary = join(programs.out, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  return { programs, environment: { PATH: programs.path }, left: () => readdirSync(temporary) };
}

afterEach(() => void vi.unstubAllEnvs());

/** A player that notes what it was given. */
const notes = `
for file; do :; done
printf %s "$file" > "$OUT/file"
cat "$file" > "$OUT/played"
stat -c '%a' "$file" "$(dirname "$file")" > "$OUT/modes"`;

test("a sound is played from a file that is the person's alone, and gone afterwards", async () => {
  const { programs, environment, left } = system();
  programs.add('aplay', notes);
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

test('a player that cannot is followed by the next one', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', 'exit 1');
  programs.add('paplay', 'exit 1');
  programs.add('mpv', notes);
  await playSound(wav, never(), environment);
  expect(programs.read('played')).toBe('RIFF....WAVE');
  expect(left()).toEqual([]);
});

test('what is no wave is given to players that decode it', async () => {
  const { programs, environment } = system();
  programs.add('aplay', 'touch "$OUT/noise"');
  programs.add('ffplay', notes);
  await playSound({ contentType: 'audio/mpeg', bytes: Buffer.from('ID3') }, never(), environment);
  expect(programs.read('file')).toMatch(/\.mp3$/);
  expect(programs.read('noise')).toBeUndefined();
});

test('without a player it says so', async () => {
  const { environment, left } = system();
  await expect(playSound(wav, never(), environment)).rejects.toMatchObject({
    name: 'InputError',
    message: 'No audio player found',
  });
  expect(left()).toEqual([]);
});

test('when all players fail it names them', async () => {
  const { programs, environment, left } = system();
  programs.add('aplay', 'exit 1');
  programs.add('play', 'exit 2');
  await expect(playSound(wav, never(), environment)).rejects.toThrow('(tried aplay, play)');
  expect(left()).toEqual([]);
});

test('the signal ends the player, and no other one begins', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', 'echo $$ > "$OUT/player"; exec sleep 60');
  programs.add('aplay', notes);
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

test('a signal that was given before starts nothing', async () => {
  const { programs, environment, left } = system();
  programs.add('pw-play', notes);
  await playSound(wav, AbortSignal.abort(), environment);
  expect(programs.read('played')).toBeUndefined();
  expect(left()).toEqual([]);
});

test.each(['audio/../../etc', 'audio/wav; rate=1', '--help/-x'])(
  'a type as odd as %s names a file all the same',
  async (contentType) => {
    const { programs, environment, left } = system();
    programs.add('ffplay', notes);
    programs.add('aplay', notes);
    await playSound({ contentType, bytes: wav.bytes }, never(), environment);
    expect(programs.read('file')).toMatch(/\/sound\.(?:wav|bin|x)$/);
    expect(left()).toEqual([]);
  },
);
