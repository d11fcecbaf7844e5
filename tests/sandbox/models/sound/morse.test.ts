import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ask, askFile } from '../ask.ts';
import { fromWav, inARow, makeNoise, oddSounds, sine, soundOf, toWav, type Sound } from './sounds.ts';

const speak = (text: string) => askFile('morse-speaker', text);

/** The text in a sound, or in a file. */
async function decode(sound: Sound | Buffer): Promise<string> {
  const file = 'channels' in sound ? toWav(sound) : sound;
  return (await ask<{ text: string }>('morse-listener', file)).text;
}

const alphabet = `ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.,:?'-/()"=+@`;

interface Keying {
  pitch: number;
  /** Dot duration in seconds. */
  dot: number;
  sampleRate?: number;
  volume?: number;
  noise?: number;
}

/** Generates Morse code: `.` and `-` followed by a pause of one dot, a space adds 2 dots, `/` 4 in addition to the spaces around it. */
function keyed(signs: string, { pitch, dot, sampleRate = 16_000, volume = 0.5, noise = 0 }: Keying): Sound {
  const random = makeNoise(11);
  const pause = (dots: number): Sound => soundOf(sampleRate, dots * dot, () => 0);
  const beep = (dots: number): Sound => soundOf(sampleRate, dots * dot, (time) => volume * sine(pitch, time));
  const parts = Array.from(signs, (sign) =>
    sign === '.' || sign === '-' ? inARow(beep(sign === '.' ? 1 : 3), pause(1)) : pause(2),
  );
  const { channels } = inARow(pause(5), ...parts, pause(5));
  return {
    sampleRate,
    channels: channels.map((samples) => samples.map((sample) => sample + noise * random())),
  };
}

const paris = '.--. .- .-. .. ... / --... ...--';

describe('sandbox/morse-speaker', () => {
  it('encodes SOS as 33 dots of 60 ms', async () => {
    const { sampleRate, channels } = fromWav(await speak('SOS'));
    expect(sampleRate).toBe(16_000);
    expect(channels).toHaveLength(1);
    const [samples = new Float32Array()] = channels;
    expect(samples).toHaveLength(33 * 960);
    const sounding = Array.from({ length: 33 }, (_, dot) =>
      samples.subarray(dot * 960, (dot + 1) * 960).some((sample) => sample !== 0) ? '#' : ' ',
    );
    expect(sounding.join('')).toBe('   # # #   ### ### ###   # # #   ');
  });

  it('generates 600 Hz at half of full scale with fades', async () => {
    const { channels } = fromWav(await speak('T'));
    const dash = channels[0]?.subarray(3 * 960, 6 * 960) ?? new Float32Array();
    expect(Math.max(...dash)).toBeCloseTo(0.5, 2);
    const rises = dash.filter((sample, index) => index > 0 && (dash[index - 1] ?? 0) < 0 && sample >= 0);
    expect(Math.abs(rises.length - 108)).toBeLessThan(2);
    expect(Math.max(...dash.subarray(0, 20).map(Math.abs))).toBeLessThan(0.2);
    expect(Math.max(...dash.subarray(-20).map(Math.abs))).toBeLessThan(0.2);
  });

  it('ignores unsupported characters and converts lowercase, accents and dashes', async () => {
    const plain = await speak('CAFÉ NAIVE STRASSE - "X"');
    const fancy = await speak('  Café\n naïve! straße - "x"☃ ');
    expect(fancy.equals(plain)).toBe(true);
  });

  it('rejects a text without a supported character, and one longer than ten minutes', async () => {
    await expect(speak('☃ !%')).rejects.toThrow('Morse');
    await expect(speak('paris '.repeat(201))).rejects.toThrow(/10 minutes/);
  });
});

describe('sandbox/morse-listener', () => {
  it.each([alphabet, 'E', 'T', 'EEE EE', 'IE EE T', 'TTT', 'T T', 'MOM', '5 S', `X'Y" 73, (Z)+@`])(
    'decodes %s of the speaker',
    async (text) => expect(await decode(await speak(text))).toBe(text),
  );

  it.each([
    { pitch: 250, dot: 0.06 },
    { pitch: 2500, dot: 0.06 },
    { pitch: 700, dot: 0.2 },
    { pitch: 700, dot: 0.03 },
    { pitch: 555.5, dot: 0.08, sampleRate: 11_127 },
    { pitch: 800, dot: 0.06, sampleRate: 96_000 },
    { pitch: 600, dot: 0.05, volume: 0.002 },
    { pitch: 600, dot: 0.05, volume: 0.3, noise: 0.05 },
  ])('decodes %o', async (keying) => {
    expect(await decode(keyed(paris, keying))).toBe('PARIS 73');
  });

  it('decodes one of two channels', async () => {
    const { sampleRate, channels } = keyed(paris, { pitch: 600, dot: 0.06 });
    const [samples = new Float32Array()] = channels;
    expect(await decode({ sampleRate, channels: [samples, new Float32Array(samples.length)] })).toBe(
      'PARIS 73',
    );
  });

  it('decodes code between long pauses', async () => {
    const quiet = soundOf(16_000, 5, () => 0);
    expect(await decode(inARow(quiet, keyed(paris, { pitch: 600, dot: 0.06 }), quiet))).toBe('PARIS 73');
  });

  it('marks unknown signals with an asterisk', async () => {
    expect(await decode(keyed('.- ........ -...', { pitch: 600, dot: 0.06 }))).toBe('A*B');
  });

  it('decodes the example with irregular timing and noise', async () => {
    const file = await readFile(new URL('../../../../examples/morse.wav', import.meta.url));
    expect(await decode(file)).toBe('HELLO WORLD');
  });

  const noise = makeNoise(2);
  it.each([
    ['silence', soundOf(16_000, 2, () => 0)],
    ['hiss', soundOf(16_000, 5, () => 0.3 * noise())],
    ['a steady tone', soundOf(16_000, 2, (time) => 0.5 * sine(600, time))],
    ['a drone below its pitches', soundOf(16_000, 2, (time) => 0.5 * sine(50, time))],
  ])('returns an empty text for %s', async (_, sound) => {
    expect(await decode(sound)).toBe('');
  });

  it.each(oddSounds)('returns a text for %s', async (_, sound) => {
    expect(typeof (await decode(sound))).toBe('string');
  });
});
