import type { Key } from '../terminal/keyboard/key.ts';

/** Keys of readline and desktop editors, except those that screens use. */
const actions = {
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
} as const;

export type EditAction = keyof typeof actions;

const byKey = new Map<string, EditAction>(
  Object.entries(actions).flatMap(([action, keys]) => keys.map((key) => [key, action as EditAction])),
);

export function getAction({ name }: Key): EditAction | undefined {
  return byKey.get(name);
}

export function isUndo(key: Key): boolean {
  return getAction(key) === 'undo';
}
