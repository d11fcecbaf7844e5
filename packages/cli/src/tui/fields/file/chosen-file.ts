import { isFileInput, jsonFileOf, type FieldValue } from '@tryout/engine';
import { withHome } from '../../../files/with-home.ts';
import type { FieldSlot } from '../field-box.ts';
import { keepTyped, textTypedFor, typedIn, type FileDraft } from './file-drafts.ts';
import { readChosen } from './read-chosen.ts';
import { watchChosen } from './watch-chosen.ts';

/** The file that a box names, read beside the keys. */
export interface ChosenFile {
  /** What stands there now; what the session was filled with or cleared elsewhere is followed. */
  now(): FileDraft;
  isReading(): boolean;
  /** Another text was typed: its file is read, and is the field's value when that went well. */
  choose(text: string): void;
}

/** What is to stand for a value that was filled in elsewhere: its path; nothing where it has none. */
function pathOf(value: FieldValue | undefined): string {
  const typed = textTypedFor(value);
  if (typed !== undefined) return typed;
  if (isFileInput(value)) return value.path ?? '';
  return jsonFileOf(value) ?? '';
}

/** The file of a field; what was typed for it before, in this form or an earlier one, is there again. */
export function chosenFile({ picker, name, field, value, set }: FieldSlot): ChosenFile {
  const { session } = picker;
  const task = session.getSnapshot().task?.id ?? '';
  const work = `file ${task} ${name}`;
  let reading: string | undefined;

  function begin(text: string): void {
    reading = text;
    picker.work(work, async (signal) => {
      const read = await readChosen(field, name, text);
      if (signal.aborted) return;
      reading = undefined;
      // Meanwhile the form may have been cleared, filled with an example, or left for another task.
      const isWanted = typedIn(session, task, name)?.text === text && value() === undefined;
      if (!isWanted || session.getSnapshot().task?.id !== task) return;
      keepTyped(session, task, name, read);
      if (read.value !== undefined) set(read.value);
      picker.redraw();
    });
  }

  function choose(text: string): void {
    keepTyped(session, task, name, { text });
    if (value() !== undefined) set(undefined);
    if (text.trim() !== '') return begin(text);
    reading = undefined;
    picker.endWork(work);
  }

  function watch({ text, value: chosen }: FileDraft): void {
    const path = isFileInput(chosen) ? (chosen.path ?? '') : withHome(text);
    watchChosen(session, work, chosen, path, () => {
      if (typedIn(session, task, name)?.text === text && session.getSnapshot().task?.id === task)
        choose(text);
    });
  }

  return {
    isReading: () => reading !== undefined,
    now() {
      const held = value();
      const kept = typedIn(session, task, name);
      if (kept?.value === held && kept !== undefined) {
        const isUnread = held === undefined && kept.failure === undefined && kept.text.trim() !== '';
        if (isUnread && reading !== kept.text) begin(kept.text);
        watch(kept);
        return kept;
      }
      const followed: FileDraft = { text: pathOf(held), value: held };
      keepTyped(session, task, name, followed);
      watch(followed);
      return followed;
    },
    choose,
  };
}
