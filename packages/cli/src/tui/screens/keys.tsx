import { useState, type ReactNode } from 'react';
import { pad, getWidth } from '../../screen/index.ts';
import { keyLabel } from '../../text-editing/key.ts';
import { useLongLines } from '../components/scroll.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { globalCommands } from '../hooks/use-commands.ts';
import { useKeys, type Command, usePicker, useTerminal, type PickerSettings } from '../hooks/use-picker.ts';
import { firstOfEachKey } from '../hooks/stores.ts';

interface KeyRow {
  readonly keys: readonly string[];
  readonly help: string;
}

const textRows: readonly KeyRow[] = [
  { keys: ['left', 'right'], help: 'Move by one character' },
  { keys: ['alt+b', 'alt+f'], help: 'Move by one word' },
  { keys: ['ctrl+a', 'ctrl+e'], help: 'Go to the start or end of the line' },
  { keys: ['ctrl+j', 'alt+enter'], help: 'Insert a newline in multi-line text' },
  { keys: ['backspace', 'delete'], help: 'Delete the character before or at the cursor' },
  { keys: ['ctrl+w', 'alt+d'], help: 'Delete the word before or after the cursor' },
  { keys: ['ctrl+u', 'ctrl+k'], help: 'Delete to the start or end of the line' },
  { keys: ['ctrl+_', 'alt+u'], help: 'Undo' },
  { keys: ['alt+r'], help: 'Redo' },
];

const INDENT = '  ';
const GAP = '  ';
/** Maximum number of keys listed per row. */
const MAX_NAMES = 3;
/** Below this width, the help is below the keys. */
const NARROW = 40;

/** The keys of the screen below. Any other key closes it. */
export function KeysScreen(): ReactNode {
  const { terminal, theme, body } = useTerminal();
  const settings = usePicker();
  const [groups] = useState(() => keyGroups(settings));
  const getName = ({ keys }: KeyRow) =>
    keys
      .slice(0, MAX_NAMES)
      .map((key) => keyLabel(key, terminal))
      .join(', ');
  const widest = Math.max(...groups.flatMap(({ rows }) => rows.map((row) => getWidth(getName(row)))));
  const indent = INDENT.length + widest + GAP.length;
  const rowLines = (row: KeyRow) => {
    const name = INDENT + theme.accent(getName(row));
    if (body.columns < NARROW) return [name, ...paragraph(row.help, body.columns, theme.dim)];
    return paragraph(row.help, body.columns - indent).map(
      (line, index) => pad(index === 0 ? name : '', indent) + line,
    );
  };
  const lines = groups.flatMap(({ title, rows }) => [theme.title(title), ...rows.flatMap(rowLines), '']);
  const long = useLongLines(lines.slice(0, -1), body.rows);
  useKeys({
    commands: long.isCut ? long.commands : [],
    onKey({ name }) {
      if (name === 'escape' || name === 'ctrl+q') return false;
      settings.navigation.back();
      return true;
    },
  });
  return <Lines lines={long.visible} />;
}

function keyGroups(settings: PickerSettings) {
  const { navigation, keyRegistry } = settings;
  const { commands, takesText } = keyRegistry.of(navigation.screens.getSnapshot().at(-2)?.id ?? 0);
  const screenRows = firstOfEachKey(commands).map(getRow);
  const screenKeys = screenRows.flatMap(({ keys }) => keys);
  const free = Object.values<Command>(globalCommands(settings, takesText))
    .map(getRow)
    .map((row) => ({ ...row, keys: row.keys.filter((key) => !screenKeys.includes(key)) }))
    .filter(({ keys }) => keys.length > 0);
  const suspend = { keys: ['ctrl+z'], help: 'Suspend; fg resumes' };
  const quit = { keys: ['ctrl+c'], help: 'Quit immediately' };
  return [
    ...(screenRows.length > 0 ? [{ title: 'This screen', rows: screenRows }] : []),
    ...(takesText ? [{ title: 'Text boxes', rows: textRows }] : []),
    { title: 'All screens', rows: [...free, suspend, quit] },
  ];
}

function getRow({ keys, label, help }: Command): KeyRow {
  return { keys, help: help ?? label.charAt(0).toUpperCase() + label.slice(1) };
}
