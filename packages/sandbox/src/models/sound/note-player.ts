import { defineModel, ModelInputError } from '../../define-model.ts';
import { readNumber } from '../parameters.ts';

const sampleRate = 22_050;
const beatsPerMinute = 120;
const maxSeconds = 120;
const fadeSeconds = 0.01;

/** Semitones above C. */
const semitones: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const lengths: Readonly<Record<string, number>> = {
  whole: 4,
  half: 2,
  quarter: 1,
  eighth: 0.5,
  sixteenth: 0.25,
};
const concertPitch = 440;

interface Note {
  /** Hz; 0 for silence. */
  pitch: number;
  beats: number;
}

/** The notes named in a prompt, such as `C4`, `f#`, `Bb3`, `rest`; a length word applies to the note before it. */
function readNotes(prompt: string): Note[] {
  const notes: Note[] = [];
  for (const word of prompt.match(/[A-Za-z]+[#♯♭]?\d?/g) ?? []) {
    const [, name = '', sign = '', octave = '4'] = /^([A-Ga-g])([#♯b♭]?)(\d?)$/.exec(word) ?? [];
    const lowerCase = word.toLowerCase();
    const last = notes.at(-1);
    // "a" is an article far more often than a note.
    if (name !== '' && word !== 'a') {
      const shift = sign === '' ? 0 : '#♯'.includes(sign) ? 1 : -1;
      const steps = (semitones[name.toLowerCase()] ?? 0) + shift + 12 * (Number(octave || 4) - 4) - 9;
      notes.push({ pitch: concertPitch * 2 ** (steps / 12), beats: 1 });
    } else if (lowerCase === 'rest' || lowerCase === 'pause') notes.push({ pitch: 0, beats: 1 });
    else if (last && lengths[lowerCase] !== undefined) last.beats = lengths[lowerCase];
  }
  return notes;
}

/** Without note names: the letters of the words as notes, so that every prompt has its own melody. */
function spellNotes(prompt: string): Note[] {
  const letters = prompt.toLowerCase().match(/[a-z]/g) ?? [];
  const scale = [0, 2, 4, 7, 9];
  return letters.slice(0, 32).map((letter) => {
    const steps = (scale[letter.charCodeAt(0) % scale.length] ?? 0) - 9;
    return { pitch: concertPitch * 2 ** (steps / 12), beats: 0.5 };
  });
}

export const notePlayer = defineModel({
  id: 'sandbox/note-player',
  task: 'text-to-audio',
  card: `
Plays the notes named in a prompt as soft tones, ${beatsPerMinute} beats per minute.

Notes are letters from A to G with a sharp or flat and an octave (4 by default): \`C4 E4 G4\`, \`F#\`, \`Bb3\`, and *rest*. The words whole,
half, quarter (the default), eighth and sixteenth give the length of the note before them. A lower-case "a" is a word, not a note. Prompts without
notes are played letter by letter, on five notes. The parameter \`tempo\` sets the beats per minute.
`,
  examples: [
    { example_title: 'A scale', text: 'C4 D4 E4 F4 G4 A4 B4 C5 half' },
    { example_title: 'Brother John', text: 'C D E C, C D E C, E F G half, E F G half' },
  ],
  answer(prompt, parameters) {
    const tempo = readNumber(parameters, 'tempo', { min: 20, max: 400 }) ?? beatsPerMinute;
    const named = readNotes(prompt);
    const notes = named.length > 0 ? named : spellNotes(prompt);
    if (notes.length === 0) throw new ModelInputError('The prompt has no letters.');
    const samplesPerBeat = (sampleRate * 60) / tempo;
    const total = Math.ceil(notes.reduce((sum, { beats }) => sum + beats, 0) * samplesPerBeat);
    if (total > maxSeconds * sampleRate)
      throw new ModelInputError('The melody would last longer than 2 minutes.');
    const samples = new Float32Array(total);
    let start = 0;
    for (const { pitch, beats } of notes) {
      const length = Math.floor(beats * samplesPerBeat);
      for (let at = 0; at < length; at += 1) {
        const fade = Math.min(1, at / (fadeSeconds * sampleRate), (length - at) / (fadeSeconds * sampleRate));
        const phase = (2 * Math.PI * pitch * at) / sampleRate;
        samples[start + at] =
          fade * Math.exp((-2 * at) / sampleRate) * (0.4 * Math.sin(phase) + 0.1 * Math.sin(2 * phase));
      }
      start += length;
    }
    return { sampleRate, channels: [samples] };
  },
});
