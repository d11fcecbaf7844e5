import type { Key } from '../terminal/keyboard/key.ts';

/** What a key does in a text. */
export type EditAction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'word-left'
  | 'word-right'
  | 'row-start'
  | 'row-end'
  | 'line-start'
  | 'line-end'
  | 'text-start'
  | 'text-end'
  | 'erase-left'
  | 'erase-right'
  | 'erase-word-left'
  | 'erase-word-right'
  | 'erase-line-start'
  | 'erase-line-end'
  | 'newline'
  | 'undo'
  | 'redo';

/** The keys of readline and those of desktops, as far as no screen needs them. */
const actions: Readonly<Record<EditAction, readonly string[]>> = {
  left: ['left', 'ctrl+b', 'shift+left'],
  right: ['right', 'ctrl+f', 'shift+right'],
  up: ['up', 'shift+up'],
  down: ['down', 'shift+down'],
  'page-up': ['page-up'],
  'page-down': ['page-down'],
  'word-left': ['alt+left', 'ctrl+left', 'alt+b'],
  'word-right': ['alt+right', 'ctrl+right', 'alt+f'],
  'row-start': ['home', 'shift+home'],
  'row-end': ['end', 'shift+end'],
  'line-start': ['ctrl+a'],
  'line-end': ['ctrl+e'],
  'text-start': ['ctrl+home', 'alt+<'],
  'text-end': ['ctrl+end', 'alt+>'],
  'erase-left': ['backspace', 'ctrl+h', 'shift+backspace'],
  'erase-right': ['delete', 'ctrl+d', 'shift+delete'],
  'erase-word-left': ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
  'erase-word-right': ['alt+d', 'alt+delete', 'ctrl+delete'],
  'erase-line-start': ['ctrl+u'],
  'erase-line-end': ['ctrl+k'],
  newline: ['ctrl+j', 'alt+enter', 'shift+enter', 'ctrl+enter'],
  undo: ['ctrl+_', 'alt+u'],
  redo: ['ctrl+^', 'alt+shift+u', 'alt+r'],
};

const byKey = new Map(
  Object.entries(actions).flatMap(([action, keys]) => keys.map((key) => [key, action as EditAction])),
);

/** What a key does in a text; undefined for those that type, and for others. */
export function actionOf({ name }: Key): EditAction | undefined {
  return byKey.get(name);
}

/** Whether a key takes back the last change. */
export function isUndo(key: Key): boolean {
  return actionOf(key) === 'undo';
}
