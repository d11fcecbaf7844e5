import type { Picker } from '../../app/picker.ts';
import { globalCommands } from '../../app/global-commands.ts';
import type { Command } from '../screen.ts';
import { textKeys } from './text-keys.ts';

/** A key, or several that belong together, and what they do. */
export interface KeyRow {
  /** By name. */
  readonly keys: readonly string[];
  readonly help: string;
  /** Whether each of them does all of it, rather than one this and one that. */
  readonly isOneEnough?: boolean;
}

/** Keys that work in one place. */
export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** All that keys do where the person is now: on the screen on top, in its text boxes, everywhere. */
export function keyGroups(picker: Picker): readonly KeyGroup[] {
  const top = picker.screens.at(-1);
  const own = inPairs(top?.commands() ?? []);
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
  return { keys, help: help ?? label.charAt(0).toUpperCase() + label.slice(1), isOneEnough: true };
}

/** What moves about in lists: a key forth and a key back are one row. */
const pairs: Readonly<Record<string, { readonly other: string; readonly help: string }>> = {
  up: { other: 'down', help: 'One up, one down' },
  'page-up': { other: 'page-down', help: 'A page up, a page down' },
  home: { other: 'end', help: 'To the first, to the last' },
};

/** A row for each command; those that only move come last. */
function inPairs(commands: readonly Command[]): readonly KeyRow[] {
  const moves = commands.filter(({ isMinor, help }) => isMinor && help === undefined);
  const has = (name: string) => moves.some(({ keys }) => keys.length === 1 && keys[0] === name);
  const found = Object.entries(pairs).filter(([name, { other }]) => has(name) && has(other));
  const taken = new Set(found.flatMap(([name, { other }]) => [name, other]));
  const others = commands.filter((command) => !moves.includes(command) || !taken.has(command.keys[0] ?? ''));
  return [...others.map(rowOf), ...found.map(([name, { other, help }]) => ({ keys: [name, other], help }))];
}
