import { defineModel } from '../../define-model.ts';
import { mostSamples } from '../../media/sound-limit.ts';

const card = `# Sound reverser

Plays a recording backwards.

## How it works

The last sample of each channel becomes the first, the first the last; nothing else changes. Left stays left, the
length and the sample rate stay, and reversing the answer gives the recording again. The one sound in the answer is
labeled **reversed**.

## Limits

None in what it does; it takes anything that can be decoded and holds at most ${mostSamples / 1e6} million samples, all channels
together.
`;

/** Plays a recording backwards. */
export const soundReverser = defineModel({
  id: 'sandbox/sound-reverser',
  task: 'audio-to-audio',
  card,
  examples: [{ example_title: 'A tune', src: 'tune.wav' }],
  answer({ sampleRate, channels }) {
    const reversed = channels.map((samples) => samples.slice().reverse());
    return [{ label: 'reversed', sound: { sampleRate, channels: reversed } }];
  },
});
