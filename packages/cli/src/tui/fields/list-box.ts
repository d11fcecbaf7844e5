import type { FieldValue, ListField } from '@tryout/engine';
import { createEditor, type Editor } from '../text-editing/editor.ts';
import { isUndo } from '../text-editing/keymap.ts';
import { typedText } from '../text-editing/typed-text.ts';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { labelled, marginOf, textRows } from './labelled.ts';
import { addButton } from './add-button.ts';

/** A box for a list of texts that grows: an editor for each entry, and a button that adds one. */
export function listBox({ picker, field, value, set }: FieldSlot<ListField>): FieldBox {
  const { theme } = picker;
  const editors: Editor[] = [];
  /** The entry with the keyboard; behind the last one the button. */
  let current = 0;

  const steps: { readonly before: readonly string[]; readonly after: FieldValue | undefined }[] = [];

  /** The entries as they are now, each with an editor. */
  function follow(): readonly string[] {
    const held = value();
    const entries =
      Array.isArray(held) && held.length > 0
        ? (held as readonly string[])
        : Array<string>(field.startsWith).fill('');
    while (editors.length < entries.length) editors.push(createEditor({ theme }));
    editors.length = entries.length;
    entries.forEach((entry, index) => editors[index]!.setText(entry));
    current = Math.min(current, entries.length);
    return entries;
  }

  /** Puts entries in place of others; the keyboard goes to the last one. */
  function replace(index: number, count: number, texts: readonly string[]): void {
    const entries = follow();
    editors.splice(index, count, ...texts.map(() => createEditor({ theme })));
    set([...entries.slice(0, index), ...texts, ...entries.slice(index + count)]);
    steps.push({ before: entries, after: value() });
    current = Math.max(0, index + texts.length - 1);
    follow();
  }

  /** Takes entries back that came or went last, unless another was typed in since. */
  function undo(): boolean {
    const step = steps.pop();
    if (step === undefined || step.after !== value()) return false;
    set(step.before);
    follow();
    return true;
  }

  /** Several lines into an empty entry are an entry each; those that are empty behind it are filled first. */
  function pasteLines(text: string): boolean {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const rest = follow().slice(current);
    if (lines.length < 2 || rest[0] !== '') return false;
    const filled = rest.findIndex((entry) => entry !== '');
    replace(current, Math.min(lines.length, filled === -1 ? rest.length : filled), lines.map(typedText));
    return true;
  }

  /** Where Enter goes; undefined where it is for the form. */
  function enterStep(entries: readonly string[]): number | 'add' | undefined {
    const isLast = current === entries.length - 1;
    if (current < entries.length && !isLast) return current + 1;
    if (isLast && entries[current] === '') return undefined;
    const empty = entries.indexOf('');
    return isLast && empty !== -1 ? empty : 'add';
  }

  const add = () => replace(follow().length, 0, ['']);

  return {
    draw({ columns, rows }, isFocused) {
      const entries = follow();
      const inner = columns - marginOf(theme);
      const lines = entries.flatMap((_entry, index) => {
        const isHere = isFocused && index === current;
        const drawn = editors[index]!.draw(
          { columns: inner, rows: textRows(rows, isHere) },
          { isFocused: isHere },
        );
        return labelled(picker, field.entryLabel(index + 1), drawn, { columns, isFocused: isHere });
      });
      const isButton = isFocused && current === entries.length;
      return { lines: [...lines, addButton(picker, field.addLabel, columns, isButton)] };
    },
    onKey(key) {
      const entries = follow();
      const editor = editors[current];
      if (!editor) return false;
      if (key.name === 'paste' && pasteLines(key.text)) return true;
      if (key.name === 'backspace' && entries[current] === '' && entries.length > 1) {
        replace(current, 1, []);
        return true;
      }
      const before = editor.text;
      const isMeant = editor.onKey(key) || (isUndo(key) && undo());
      if (editor.text !== before)
        set(entries.map((entry, index) => (index === current ? editor.text : entry)));
      return isMeant;
    },
    commands: () => [
      {
        keys: ['ctrl+n'],
        label: 'add',
        help: field.addLabel,
        isMinor: enterStep(follow()) === 'add',
        run: add,
      },
    ],
    onFocus(from) {
      current = from === 'before' ? 0 : follow().length;
    },
    step(direction) {
      const next = current + (direction === 'next' ? 1 : -1);
      if (next < 0 || next > follow().length) return false;
      current = next;
      return true;
    },
    onEnter() {
      const entries = follow();
      const step = enterStep(entries);
      if (step === 'add') add();
      else if (step !== undefined) current = step;
      // An entry that was begun and left empty is in the way of a run.
      else if (entries.length > field.startsWith) replace(current, 1, []);
      return step !== undefined;
    },
    enterLabel() {
      const step = enterStep(follow());
      return step === undefined || step === 'add' ? step : 'next';
    },
  };
}
