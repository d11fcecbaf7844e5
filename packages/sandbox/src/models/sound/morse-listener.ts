import { defineModel } from '../../define-model.ts';
import { mono } from './mono.ts';
import { keying } from './morse-keying.ts';
import { dotLength, readKeying } from './morse-timing.ts';
import { strongestPitch } from './strongest-pitch.ts';
import { tonePresence } from './tone-presence.ts';

const card = `# Morse listener

Hears international Morse code (Recommendation ITU-R M.1677-1) in a recording and writes it down in capitals.

## How it works

1. The channels are averaged to one. The **pitch** is the strongest frequency from 200 Hz to 3000 Hz in the mean
   spectrum of windows of some 60 ms.
2. The **presence** of that pitch is measured every millisecond: the amplitude of the recording at that frequency over
   10 ms around.
3. The presences are parted into loud and soft ones: starting from the middle between the loudest and the softest, the
   border moves to the middle between the mean of either group until it rests. Above the border the tone is **on**. If
   the loud mean is less than three times the soft mean, there is no Morse code and the text is empty. Breaks and
   blips shorter than 8 ms are ignored.
4. The **dot** is the length from 15 ms to 300 ms (80 to 4 words a minute) that fits best: every on should last 1 or 3
   dots, every pause 1, 3, or 7 and more, measured by the squared logarithm of the deviation. Among lengths that fit
   about equally well (a lone E might as well be a fast T) the one nearest to 60 ms, 20 words a minute, wins.
   If the mean deviation is too large for code sent by hand (more than about a fifth), the text is empty.
5. An on shorter than 2 dots is a dot, otherwise a dash. A pause of 2 dots or more ends a letter, of 5 or more a word. A
   group of signs that is no character is written \`*\`.

So a beep of 60 ms is E and one of 180 ms is T, while a 60 ms and a 180 ms beep 60 ms apart are A.

## Limits

Morse code only: it makes nothing of speech and answers with empty text, or by chance a few letters. One sender at one
pitch and one speed at a time; a much louder hum or whistle between 200 Hz and 3000 Hz hides the code, and so does
fading by more than half. Letters made of dots alone, sent slowly and with no dash in the whole message, are heard as
dashes. × is written X. There are no time stamps: \`return_timestamps\` has no effect.
`;

/** Hears Morse code of any usual pitch and speed. */
export const morseListener = defineModel({
  id: 'sandbox/morse-listener',
  task: 'automatic-speech-recognition',
  card,
  examples: [{ example_title: 'Morse code by hand, with hiss', src: 'morse.wav' }],
  async answer(sound, _parameters, signal) {
    const samples = mono(sound);
    const pitch = await strongestPitch(samples, sound.sampleRate, signal);
    if (pitch === undefined) return { text: '' };
    const presence = tonePresence(samples, sound.sampleRate, pitch);
    const runs = keying(presence.amplitudes, presence.step);
    const dot = dotLength(runs);
    return { text: dot === undefined ? '' : readKeying(runs, dot) };
  },
});
