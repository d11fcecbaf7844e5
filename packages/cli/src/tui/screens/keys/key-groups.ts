import type { Picker } from '../../app/picker.ts';
import { globalCommands } from '../../app/global-commands.ts';
import type { Command } from '../screen.ts';
import { textKeys } from './text-keys.ts';

/** A key, or several that belong together, and what they do. */
export interface KeyRow {
  /** By name. */
  readonly keys: readonly string[];
  readonly help: string;
}

/** Keys that work in one place. */
export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** All that keys do where the person is now: on the screen on top, in its text boxes, everywhere. */
export function keyGroups(picker: Picker): readonly KeyGroup[] {
  const top = picker.screens.at(-1);
  const own = (top?.commands() ?? []).map(rowOf);
  const taken = new Set(own.flatMap(({ keys }) => keys));
  const everywhere = Object.values<Command>({ ...globalCommands(picker) })
    .map(rowOf)
    .map((row) => ({ ...row, keys: row.keys.filter((key) => !taken.has(key)) }))
    .filter(({ keys }) => keys.length > 0);
  const groups: readonly KeyGroup[] = [
    { title: 'Here', rows: own },
    ...(top?.takesText?.() ? [textKeys] : []),
    {
      title: 'Everywhere',
      rows: [
        ...everywhere,
        { keys: ['ctrl+z'], help: 'Back to the shell for a while; fg comes back' },
        { keys: ['ctrl+c'], help: 'Leave at once' },
      ],
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function rowOf({ keys, label, help }: Command): KeyRow {
  return { keys, help: help ?? label.charAt(0).toUpperCase() + label.slice(1) };
}
