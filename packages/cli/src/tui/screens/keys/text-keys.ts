import type { KeyGroup } from './key-groups.ts';

/** What text boxes do with keys, as readline does it. */
export const textKeys: KeyGroup = {
  title: 'In a text box',
  rows: [
    { keys: ['left', 'right'], help: 'A character back, on' },
    { keys: ['alt+b', 'alt+f'], help: 'A word back, on' },
    { keys: ['ctrl+a', 'ctrl+e'], help: 'To the beginning, the end of the line' },
    { keys: ['ctrl+j', 'alt+enter'], help: 'A new line, where the text may have several', isOneEnough: true },
    { keys: ['backspace', 'delete'], help: 'Deletes the character before, at the cursor' },
    { keys: ['ctrl+w', 'alt+d'], help: 'Deletes the word before, after the cursor' },
    { keys: ['ctrl+u', 'ctrl+k'], help: 'Deletes to the beginning, the end of the line' },
    { keys: ['ctrl+_', 'alt+u'], help: 'Takes back the last change', isOneEnough: true },
    { keys: ['alt+r'], help: 'Makes it again' },
  ],
};
