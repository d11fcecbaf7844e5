import type { ModelDefinition } from '../../define-model.ts';
import { bassTrebleSplitter } from './bass-treble-splitter.ts';
import { morseListener } from './morse-listener.ts';
import { morseSpeaker } from './morse-speaker.ts';
import { noteNamer } from './note-namer.ts';
import { soundReverser } from './sound-reverser.ts';
import { soundSorter } from './sound-sorter.ts';

/** Models of the tasks that take or make sound; the first of a task is its default. */
export const soundModels: readonly ModelDefinition[] = [
  soundSorter,
  noteNamer,
  bassTrebleSplitter,
  soundReverser,
  morseListener,
  morseSpeaker,
];
