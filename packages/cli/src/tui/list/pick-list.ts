import type { Picker } from '../app/picker.ts';
import type { Size } from '../display/size.ts';
import type { Key } from '../keyboard/key.ts';
import type { Command } from '../screens/screen.ts';
import { createEditor } from '../text-editing/editor.ts';
import { drawList, type ListLook } from './draw-list.ts';
import { createChoices, type ChoicesParts } from './choices.ts';
import { moveCommands } from './move-commands.ts';

/** What a list is made from. */
export interface PickListParts<Item> extends ChoicesParts<Item>, ListLook<Item> {
  readonly picker: Picker;
  onChoose(item: Item): void;
}

/** A list that a person picks from, with a box to type letters of what is wanted. */
export interface PickList<Item> {
  /** What is chosen now; undefined in an empty list. */
  readonly chosen: Item | undefined;
  /** What was typed to find something. */
  readonly typed: string;
  /** How many are shown now, and of how many. */
  readonly counts: { readonly found: number; readonly all: number };
  /** Gives the list its rows; the same array changes nothing, and what is chosen stays where it still is. */
  setItems(items: readonly Item[]): void;
  /** Chooses an item, for example the one that holds now. */
  choose(key: string): void;
  clear(): void;
  /**
   * What was typed has served: it stays in sight, the next letter that is typed takes its place, and Esc goes back
   * rather than clearing it.
   */
  retire(): void;
  commands(label: string): readonly Command[];
  onKey(key: Key): boolean;
  /** Esc: clears what was typed. @returns false when there was nothing */
  onBack(): boolean;
  draw(room: Size, note?: string): readonly string[];
}

/** An empty list; `setItems` fills it. */
export function createPickList<Item>(parts: PickListParts<Item>): PickList<Item> {
  const { picker, onChoose } = parts;
  const editor = createEditor({ theme: picker.theme, isOneLine: true });
  const choices = createChoices(parts);
  const page = { rows: 10, top: 0 };
  const moves = moveCommands((distance) => choices.move(distance), page);
  let isRetired = false;
  const clear = () => {
    isRetired = false;
    editor.setText('');
    choices.find('');
  };
  return {
    get chosen() {
      return choices.at(choices.position);
    },
    get typed() {
      return editor.text;
    },
    get counts() {
      return { found: choices.found, all: choices.all };
    },
    setItems: choices.setItems,
    choose: choices.choose,
    clear,
    retire() {
      isRetired = editor.text !== '';
    },
    commands(label) {
      const run = () => {
        const chosen = choices.at(choices.position);
        if (chosen !== undefined) onChoose(chosen);
      };
      // What is typed before the terminal is set up comes with line feeds.
      const choose = { keys: ['enter', 'ctrl+j'], label, help: 'Choose what the pointer is on', run };
      const clearing = { keys: ['escape'], label: 'clear', help: 'Clear the filter', run: clear };
      return [
        ...(choices.size > 0 ? [choose] : []),
        ...(editor.text === '' || isRetired ? [] : [clearing]),
        ...moves,
      ];
    },
    onKey(key) {
      // With nothing typed these mean something else, or nothing.
      if (editor.text === '' && key.name === '?') return false;
      if (editor.text === '' && key.name === 'space') return true;
      if (isRetired && key.text !== '') editor.setText('');
      const isMeant = editor.onKey(key);
      if (isMeant) {
        isRetired = false;
        choices.find(editor.text);
      }
      return isMeant;
    },
    onBack() {
      if (editor.text === '' || isRetired) return false;
      clear();
      return true;
    },
    draw: (room, note = '') =>
      drawList({ picker, editor, choices, look: parts, page, isRetired }, room, note),
  };
}
