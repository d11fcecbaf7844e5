import { defineModel } from '../../define-model.ts';
import { mostSamples } from '../../media/sound-limit.ts';
import { lowPass } from './low-pass.ts';

const crossover = 1000;

const card = `# Bass and treble splitter

Splits a recording at 1000 Hz into two sounds, **low** and **high**, that add up to the recording again, sample by
sample (up to the rounding of the file that carries them).

## How it works

Each channel runs through a second-order Butterworth low-pass filter of 1000 Hz (bilinear transform, cut-off
prewarped) once forwards and once backwards, so nothing is delayed. That is the low part; the high part is the
recording minus the low part. Together they are a fourth-order Linkwitz-Riley crossover: of a steady sine of f Hz at
s samples a second, with r = tan(pi f / s) / tan(pi 1000 / s), which is about f / 1000,

| part | keeps of the amplitude |
|---|---|
| low | 1 / (1 + r^4) |
| high | r^4 / (1 + r^4) |

So 100 Hz stays whole in the low part, 1000 Hz comes half in each, and of 2000 Hz a seventeenth is left in the low
part. At 2000 samples a second and below there is nothing above 1000 Hz to split off: low is the recording, high is
silence.

## Limits

Recordings of more than ${mostSamples / 1e6} million samples, all channels together, are refused: two WAV files of them would not fit
an answer.

It parts frequencies, not instruments or speakers: most voices and instruments have a share in both. Within some
milliseconds of the beginning and the end the table does not hold, since the filter starts and ends in silence.
`;

/** Splits a recording into the part below and the part above 1000 Hz. */
export const bassTrebleSplitter = defineModel({
  id: 'sandbox/bass-treble-splitter',
  task: 'audio-to-audio',
  card,
  examples: [{ example_title: 'A drone under high beeps', src: 'drone-and-beeps.flac' }],
  answer({ sampleRate, channels }) {
    const low = channels.map((samples) => lowPass(samples, sampleRate, crossover));
    const high = channels.map((samples, channel) => difference(samples, low[channel]));
    return [
      { label: 'low', sound: { sampleRate, channels: low } },
      { label: 'high', sound: { sampleRate, channels: high } },
    ];
  },
});

function difference(samples: Float32Array, others: Float32Array = new Float32Array()): Float32Array {
  const rest = new Float32Array(samples.length);
  for (let index = 0; index < rest.length; index++)
    rest[index] = (samples[index] ?? 0) - (others[index] ?? 0);
  return rest;
}
