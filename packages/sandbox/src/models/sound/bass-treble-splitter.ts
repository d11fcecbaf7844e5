import { defineModel } from '../../define-model.ts';

const crossover = 1000;
/** Half of them backward, to avoid a delay. */
const passes = 4;

/** A one-pole low-pass, run several times. */
function lowPass(samples: Float32Array, sampleRate: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * crossover) / sampleRate);
  const output = samples.slice();
  for (let pass = 0; pass < passes; pass += 1) {
    let level = 0;
    for (const [index, sample] of output.entries()) {
      level += share * (sample - level);
      output[index] = level;
    }
    output.reverse();
  }
  return output;
}

export const bassTrebleSplitter = defineModel({
  id: 'sandbox/bass-treble-splitter',
  task: 'audio-to-audio',
  card: `
Splits a recording at about ${crossover} Hz into two sounds, **low** and **high**, that add up to the recording.

The low part is each channel after ${passes} passes of a one-pole low-pass, forward and backward; the high part is the rest. It separates
frequencies, not instruments or speakers.
`,
  examples: [{ example_title: 'A drone under high beeps', src: 'drone-and-beeps.flac' }],
  answer({ sampleRate, channels }) {
    const low = channels.map((samples) => lowPass(samples, sampleRate));
    const high = channels.map((samples, channel) =>
      samples.map((sample, index) => sample - (low[channel]?.[index] ?? 0)),
    );
    return [
      { label: 'low', sound: { sampleRate, channels: low } },
      { label: 'high', sound: { sampleRate, channels: high } },
    ];
  },
});
