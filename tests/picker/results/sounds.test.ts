import { expect, test } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { fakePrograms } from '../../support/process.ts';
import { finishedRun } from '../screens/run/running.ts';

const sandbox = await recordingSandbox();

test.runIf(process.platform === 'linux')('p plays the selected audio, and p again stops it', async () => {
  const programs = fakePrograms();
  programs.add('pw-play', 'wc -c < "$1" >> "$OUT/played"; exec sleep 60');
  const environment = { PATH: programs.path };
  const terminal = await finishedRun(sandbox, 'audio-to-audio', 'sandbox/bass-treble-splitter', {
    environment,
    hasOwnProcess: true,
  });
  await terminal.pressUntil(['tab', 'tab'], /❯ high/);
  await terminal.pressUntil('p', /Playing\. Press p to stop\.[^]*p stop/);
  await terminal.pressUntil('p', (screen) => !screen.includes('Playing') && screen.includes('p play'));
  await terminal.pressUntil('p', /Playing/);
  await terminal.pressUntil('escape', (screen) => !screen.includes('Playing') && screen.includes('p play'));
});

test('p reports a missing player, and c asks you to save the audio first', async () => {
  const environment = { PATH: '/nowhere' };
  const terminal = await finishedRun(sandbox, 'text-to-speech', 'sandbox/morse-speaker', { environment });
  await terminal.pressUntil('p', /Could not play the audio\. Install ffplay or mpv\./);
  expect(terminal.screen()).not.toContain('Playing');
  await terminal.pressUntil('c', /Save it first/);
});
