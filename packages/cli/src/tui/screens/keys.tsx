import { useState, type ReactNode } from 'react';
import { pad, widthOf } from '../../terminal/index.ts';
import { keyLabel } from '../../terminal/keyboard/key.ts';
import { firstOfEachKey } from '../components/key-hints.tsx';
import { useLongLines } from '../components/scroll.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { globalCommands } from '../hooks/global-commands.ts';
import { useKeys, type Command } from '../hooks/use-keys.ts';
import { usePicker, useTerminal, type TerminalState } from '../hooks/use-picker.ts';

interface KeyRow {
  readonly keys: readonly string[];
  readonly help: string;
  /** Whether all keys do the same, so that one of them is enough. */
  readonly areEquivalent?: boolean;
}

interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** The keys of the screen below. Any other key closes it. */
export function KeysScreen(): ReactNode {
  const shown = useTerminal();
  const settings = usePicker();
  const [groups] = useState(() => {
    const below = settings.navigation.screens.getSnapshot().at(-2);
    const bindings = settings.keyRegistry.of(below?.id ?? 0);
    const takesText = bindings.some((each) => each.takesText);
    const own = firstOfEachKey(bindings.flatMap(({ commands }) => commands)).map(rowOf);
    const global = Object.values<Command>(globalCommands(settings, takesText));
    return keyGroups(own, global.map(rowOf), takesText);
  });
  const lines = useLongLines(keyLines(groups, shown), shown.body.rows);
  useKeys({
    commands: lines.isCut ? lines.commands : [],
    onKey({ name }) {
      if (name === 'escape' || name === 'ctrl+q') return false;
      settings.navigation.back();
      return true;
    },
  });
  return <Lines lines={lines.visible} />;
}

function keyGroups(
  own: readonly KeyRow[],
  global: readonly KeyRow[],
  takesText: boolean,
): readonly KeyGroup[] {
  const taken = own.flatMap(({ keys }) => keys);
  const free = global
    .map((row) => ({ ...row, keys: row.keys.filter((key) => !taken.includes(key)) }))
    .filter(({ keys }) => keys.length > 0);
  return [
    ...(own.length > 0 ? [{ title: 'This screen', rows: own }] : []),
    ...(takesText ? [{ title: 'Text boxes', rows: textRows }] : []),
    {
      title: 'All screens',
      rows: [
        ...free,
        { keys: ['ctrl+z'], help: 'Suspend; fg resumes' },
        { keys: ['ctrl+c'], help: 'Quit immediately' },
      ],
    },
  ];
}

const textRows: readonly KeyRow[] = [
  { keys: ['left', 'right'], help: 'Move by one character' },
  { keys: ['alt+b', 'alt+f'], help: 'Move by one word' },
  { keys: ['ctrl+a', 'ctrl+e'], help: 'Go to the start or end of the line' },
  { keys: ['ctrl+j', 'alt+enter'], help: 'Insert a newline in multi-line text', areEquivalent: true },
  { keys: ['backspace', 'delete'], help: 'Delete the character before or at the cursor' },
  { keys: ['ctrl+w', 'alt+d'], help: 'Delete the word before or after the cursor' },
  { keys: ['ctrl+u', 'ctrl+k'], help: 'Delete to the start or end of the line' },
  { keys: ['ctrl+_', 'alt+u'], help: 'Undo', areEquivalent: true },
  { keys: ['alt+r'], help: 'Redo' },
];

function rowOf({ keys, label, help }: Command): KeyRow {
  return { keys, help: help ?? label.charAt(0).toUpperCase() + label.slice(1), areEquivalent: true };
}

const INDENT = '  ';
const GAP = '  ';
/** Maximum number of keys listed per row. */
const MAX_NAMES = 3;
/** Below this width, one key is listed per row. */
const FOR_NAMES = 60;
/** Below this width, the help is below the keys. */
const NARROW = 30;

function keyLines(
  groups: readonly KeyGroup[],
  { terminal, theme, body: { columns } }: TerminalState,
): readonly string[] {
  const named = ({ keys, areEquivalent = false }: KeyRow) =>
    keys
      .slice(0, areEquivalent && columns < FOR_NAMES ? 1 : MAX_NAMES)
      .map((key) => keyLabel(key, terminal))
      .join(', ');
  const names = groups.flatMap(({ rows }) => rows.map(named));
  const isNarrow = columns < NARROW;
  const left = isNarrow ? 0 : Math.max(...names.map(widthOf), 0) + INDENT.length + GAP.length;
  return groups.flatMap(({ title, rows }, index) => [
    ...(index === 0 ? [] : ['']),
    theme.title(title),
    ...rows.flatMap((each) => {
      const name = theme.accent(named(each));
      const help = paragraph(each.help, columns - (isNarrow ? INDENT.length * 2 : left));
      if (isNarrow) return [INDENT + name, ...help.map((line) => INDENT + INDENT + theme.dim(line))];
      return help.map((line, row) => (row === 0 ? pad(INDENT + name, left) : ' '.repeat(left)) + line);
    }),
  ]);
}
