import { useContext, useState, type ReactNode } from 'react';
import { pad, widthOf } from '../../terminal/index.ts';
import { firstOfEachKey } from '../components/key-hints.tsx';
import { paragraph } from '../components/paragraph.ts';
import { ScrollLines, useLongLines } from '../components/scroll-lines.tsx';
import { globalCommands } from '../hooks/global-commands.ts';
import { useKeyRegistry, useKeys, type Command, type ActiveBindings } from '../hooks/use-keys.ts';
import { useNavigation, type ScreenProps } from '../hooks/use-navigation.ts';
import { NoticeContext } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal, type TerminalState } from '../hooks/use-terminal.ts';
import { keyLabel } from '../../terminal/keyboard/key.ts';

/** A key, or several that belong together, and what they do. */
interface KeyRow {
  /** By name. */
  readonly keys: readonly string[];
  readonly help: string;
  /** Whether each of them does all of it, rather than one this and one that. */
  readonly isOneEnough?: boolean;
}

/** Keys that work in one place. */
interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** Keys that leave this screen to do what they do everywhere. */
const elsewhere: ReadonlySet<string> = new Set(['escape', 'ctrl+q']);

/** All keys of the screen below; the next key closes it. */
export function KeysScreen({ screen }: ScreenProps['keys']): ReactNode {
  const shown = useTerminal();
  const navigation = useNavigation();
  const settings = usePicker();
  const notices = useContext(NoticeContext)!;
  const registry = useKeyRegistry();
  // As they were when the screen was covered.
  const [groups] = useState(() => keyGroups(registry.of(screen), { settings, navigation, notices }));
  const lines = useLongLines(keyLines(groups, shown), { rows: shown.body.rows });
  useKeys({
    onKey(key) {
      if (elsewhere.has(key.name)) return false;
      if (!lines.onKey(key)) navigation.back();
      return true;
    },
  });
  return <ScrollLines lines={lines} />;
}

/** What keys do on a screen: its own, those of its text boxes, those of all screens. */
function keyGroups(
  bindings: readonly ActiveBindings[],
  parts: Omit<Parameters<typeof globalCommands>[0], 'takesText'>,
): readonly KeyGroup[] {
  const takesText = bindings.some((each) => each.takesText);
  const own = inPairs(firstOfEachKey(bindings.flatMap(({ commands = [] }) => commands)));
  const taken = new Set(own.flatMap(({ keys }) => keys));
  const everywhere = Object.values<Command>({
    ...globalCommands({ ...parts, takesText }),
  })
    .map(rowOf)
    .map((row) => ({ ...row, keys: row.keys.filter((key) => !taken.has(key)) }))
    .filter(({ keys }) => keys.length > 0);
  const groups: readonly KeyGroup[] = [
    { title: 'Here', rows: own },
    ...(takesText ? [textKeys] : []),
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

/** What text boxes do with keys, as readline does it. */
const textKeys: KeyGroup = {
  title: 'In a text box',
  rows: [
    { keys: ['left', 'right'], help: 'Back or on by a character' },
    { keys: ['alt+b', 'alt+f'], help: 'Back or on by a word' },
    { keys: ['ctrl+a', 'ctrl+e'], help: 'To the start or end of the line' },
    { keys: ['ctrl+j', 'alt+enter'], help: 'A new line, where the text may have several', isOneEnough: true },
    { keys: ['backspace', 'delete'], help: 'Delete the character before or at the cursor' },
    { keys: ['ctrl+w', 'alt+d'], help: 'Delete the word before or after the cursor' },
    { keys: ['ctrl+u', 'ctrl+k'], help: 'Delete to the start or end of the line' },
    { keys: ['ctrl+_', 'alt+u'], help: 'Undo', isOneEnough: true },
    { keys: ['alt+r'], help: 'Redo' },
  ],
};

function rowOf({ keys, label, help }: Command): KeyRow {
  return { keys, help: help ?? label.charAt(0).toUpperCase() + label.slice(1), isOneEnough: true };
}

/** Two keys that move in opposite directions are one row. */
const pairs: Readonly<Record<string, { readonly other: string; readonly help: string }>> = {
  up: { other: 'down', help: 'Up or down by one' },
  'page-up': { other: 'page-down', help: 'Up or down by a page' },
  home: { other: 'end', help: 'To the first or the last' },
};

const moveKeys = new Set(Object.entries(pairs).flatMap(([key, { other }]) => [key, other]));

/** A row for each command; those that only move come last, in pairs where they have no help of their own. */
function inPairs(commands: readonly Command[]): readonly KeyRow[] {
  const moves = commands.filter(({ keys, isMinor }) => isMinor && moveKeys.has(keys[0] ?? ''));
  const helpless = moves.filter(({ help }) => help === undefined).map(({ keys }) => keys.join());
  const found = Object.entries(pairs).filter(
    ([key, { other }]) => helpless.includes(key) && helpless.includes(other),
  );
  const paired = new Set(found.flatMap(([key, { other }]) => [key, other]));
  const alone = moves.filter(({ keys, help }) => help !== undefined || !paired.has(keys.join()));
  return [
    ...commands.filter((command) => !moves.includes(command)).map(rowOf),
    ...alone.map(rowOf),
    ...found.map(([key, { other, help }]) => ({ keys: [key, other], help })),
  ];
}

const INDENT = '  ';
const GAP = '  ';
/** More names of the same key help nobody; below so many cells one of them has to do. */
const NAMES = 3;
const FOR_NAMES = 60;
/** Below this many cells the sentences are below their keys. */
const NARROW = 30;

/** The keys, aligned over all groups. */
function keyLines(
  groups: readonly KeyGroup[],
  { terminal, theme, body: { columns } }: TerminalState,
): readonly string[] {
  const named = ({ keys, isOneEnough = false }: KeyRow) =>
    keys
      .slice(0, isOneEnough && columns < FOR_NAMES ? 1 : NAMES)
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
      const sentence = paragraph(each.help, columns - (isNarrow ? INDENT.length * 2 : left));
      if (isNarrow) return [INDENT + name, ...sentence.map((line) => INDENT + INDENT + theme.dim(line))];
      return sentence.map((line, row) => (row === 0 ? pad(INDENT + name, left) : ' '.repeat(left)) + line);
    }),
  ]);
}
