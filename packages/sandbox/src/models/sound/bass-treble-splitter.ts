import { defineModel } from '../../define-model.ts';

const crossover = 1000;

/** A second-order Butterworth low-pass, run forward and backward to avoid a delay. */
function lowPass(samples: Float32Array, sampleRate: number): Float32Array {
  if (crossover >= sampleRate / 2) return samples.slice();
  const warped = Math.tan((Math.PI * crossover) / sampleRate);
  const scale = 1 / (1 + Math.SQRT2 * warped + warped * warped);
  const feedForward = warped * warped * scale;
  const feedBackOne = 2 * (warped * warped - 1) * scale;
  const feedBackTwo = (1 - Math.SQRT2 * warped + warped * warped) * scale;

  const filtered = Float64Array.from(samples);
  for (let pass = 0; pass < 2; pass += 1) {
    let [inputOne, inputTwo, outputOne, outputTwo] = [0, 0, 0, 0];
    for (const [index, input] of filtered.entries()) {
      const output =
        feedForward * (input + 2 * inputOne + inputTwo) - feedBackOne * outputOne - feedBackTwo * outputTwo;
      [inputTwo, inputOne, outputTwo, outputOne] = [inputOne, input, outputOne, output];
      filtered[index] = output;
    }
    filtered.reverse();
  }
  return Float32Array.from(filtered);
}

export const bassTrebleSplitter = defineModel({
  id: 'sandbox/bass-treble-splitter',
  task: 'audio-to-audio',
  card: `# Bass and treble splitter

Splits a recording at 1000 Hz into two sounds, **low** and **high**, that add up to the recording.

## How it works

Each channel runs forward and backward through a second-order Butterworth low-pass of 1000 Hz. That is the low part;
the high part is the rest. Of a sine of f Hz at s samples per second, the low part keeps 1 / (1 + r^4) of the amplitude, where
r = tan(pi f / s) / tan(pi 1000 / s), about f / 1000: all of 100 Hz, half of 1000 Hz, a seventeenth of 2000 Hz.

## Limits

It separates frequencies, not instruments or speakers.
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
