import { defineModel } from '../../define-model.ts';
import { mono } from './mono.ts';
import { shares } from './shares.ts';
import { level, powerOfTwo, windows } from './windows.ts';

const mostWindows = 2000;
const silenceLevel = 0.001;
const leastClarity = 0.9;
/** Half a semitone below A1 and above C8, in Hz. */
const lowestPitch = 53.4;
const highestPitch = 4309;
const shortestWindow = 64;
const names = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
const noNote = 'no note';

const card = `# Note namer

Names the musical notes that a recording plays, in equal temperament with A4 at 440 Hz.

## How it works

1. The channels are averaged to one. The recording is cut into windows of about 0.1 s: N samples, where N is the
   smallest power of two that is at least a twelfth of the sample rate (2048 at 16,000 samples a second) and never
   less than 64. An incomplete window at the end is left out. Of more than 2000 windows, 2000 evenly spread ones are
   taken.
2. Windows whose level (root mean square) is below 0.001 are silent and do not count.
3. The pitch of each other window is found by the McLeod pitch method (the library pitchy), which looks for the
   shift at which the window is most like itself. A window counts as **no note** when its clarity is below 0.9 or its
   pitch is outside 53.4 Hz to 4309 Hz (A1 to C8).
4. A pitch of f Hz is the note number 69 + 12 log2(f / 440), rounded: 69 is A4, 60 is C4 (middle C), written with
   sharps.
5. A note's score is its share of the windows that count. A recording with no such window is **no note** with 1.

So 3 s of 440 Hz followed by 1 s of 523.25 Hz scores about 0.75 for A4 and 0.25 for C5.

## Limits

One note at a time: of a chord it names one note, or one that nobody played, such as the root an octave below. Drums,
speech and noise come out as no note or as passing notes. A note between two keys goes to the nearer one.
`;

/** Names the note of each window by its pitch and counts. */
export const noteNamer = defineModel({
  id: 'sandbox/note-namer',
  task: 'audio-classification',
  card,
  examples: [{ example_title: 'A tune', src: 'tune.wav' }],
  async answer(sound, _parameters, signal) {
    const { PitchDetector } = await import('pitchy');
    const size = Math.max(shortestWindow, powerOfTwo(sound.sampleRate / 12));
    const detector = PitchDetector.forFloat32Array(size);
    const counts = new Map<string, number>();
    for await (const window of windows(mono(sound), size, mostWindows, signal)) {
      if (window.length < size || level(window) < silenceLevel) continue;
      const [pitch, clarity] = detector.findPitch(window, sound.sampleRate);
      const label = clarity < leastClarity ? noNote : noteOf(pitch);
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return shares(counts.size > 0 ? counts : new Map([[noNote, 1]]));
  },
});

function noteOf(pitch: number): string {
  if (!(pitch >= lowestPitch && pitch <= highestPitch)) return noNote;
  const number = Math.round(69 + 12 * Math.log2(pitch / 440));
  return `${names[number % 12]}${Math.floor(number / 12) - 1}`;
}
