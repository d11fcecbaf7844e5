import { InputError, isFileInput, readFileInput, type FieldValue, type FileInput } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { playSound } from '../../system/player.ts';
import type { Command } from '../../screens/screen.ts';

const playing = new WeakMap<Picker, Set<string>>();

/** The key that plays a sound that was chosen, and stops it; none for other values. */
export function playCommand(picker: Picker, name: string, value: FieldValue | undefined): Command[] {
  if (!isSound(value)) return [];
  const work = `play ${name}`;
  const now = playing.get(picker) ?? new Set();
  playing.set(picker, now);
  const command = { keys: ['ctrl+v'] };
  if (now.has(work)) {
    return [{ ...command, label: 'stop', help: 'Stop the sound', run: () => picker.endWork(work) }];
  }
  const run = () =>
    picker.work(work, async (signal) => {
      now.add(work);
      try {
        const bytes = await readFileInput(value);
        await playSound({ contentType: value.contentType, bytes }, signal, picker.surroundings.environment);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        picker.notify(error.message, 'error');
      } finally {
        now.delete(work);
        picker.redraw();
      }
    });
  return [{ ...command, label: 'play', help: 'Play the chosen sound', run }];
}

function isSound(value: FieldValue | undefined): value is FileInput {
  return isFileInput(value) && /^(?:audio|video)\/|^application\/ogg$/.test(value.contentType);
}
