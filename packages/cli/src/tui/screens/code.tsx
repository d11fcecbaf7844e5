import { lstat } from 'node:fs/promises';
import {
  numbered,
  placeOf,
  requestNow,
  steppedEntry,
  visibleLine,
  type CodeEntry,
  type CodePiece,
  type CodeTab,
  type InferenceRequest,
} from '@tryout/engine';
import { Box } from 'ink';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { checkTarget } from '../../files/check-target.ts';
import { saveFile } from '../../files/save-file.ts';
import { withHome } from '../../files/with-home.ts';
import { symbolsOf, widthOf } from '../../terminal/index.ts';
import type * as content from './code-content.ts';
import { errorLines } from '../components/error-lines.ts';
import { Lines } from '../components/lines.tsx';
import { paragraph } from '../components/paragraph.ts';
import { SavePrompt } from '../components/save-prompt.tsx';
import { ScrollLines, useLongLines } from '../components/scroll-lines.tsx';
import { useCopy } from '../hooks/use-desktop.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker, type PickerMemory } from '../hooks/use-picker.ts';
import { useTerminal, type TerminalState } from '../hooks/use-terminal.ts';

/** Rows from which on there is an empty line below the tabs. */
const ROOMY = 8;

/** The code of the run that is filled in, in every language and client. */
export function CodeScreen(): ReactNode {
  const { session, memory } = usePicker();
  const shown = useTerminal();
  const { theme, body } = shown;
  const notify = useNotify();
  const copy = useCopy();
  const naming = useJob();
  const { tabs, error, isLoading, codeLines } = useCode();
  const [client, setClient] = useState(() => memory.lastClient);
  const [saving, setSaving] = useState<{ readonly piece: CodePiece; readonly proposed: string }>();
  const { columns, rows } = body;
  const place = placeOf(tabs, client);
  const entry = tabs[place.tab]?.entries[place.entry];
  const notes = tabs[place.tab]?.notes;

  const lines = useMemo(() => {
    if (!entry) return [];
    const dim = (text: string) => paragraph(text, columns, theme.dim);
    const { piece, reason = '' } = entry;
    if (!piece) return paragraph(reason, columns);
    return [
      ...(piece.install === undefined ? [] : dim(`Install: ${piece.install}`)),
      ...(codeLines?.(piece, shown) ?? []),
      '',
      ...(notes ?? []).flatMap(dim),
    ];
  }, [entry, notes, codeLines, shown, columns, theme]);
  const failed = error === undefined ? [] : [...errorLines(error, columns, theme), ''];
  const head = [...failed, ...useTabLines(tabs, place)].slice(0, Math.max(1, rows - 2));
  const gap = rows >= ROOMY ? [''] : [];
  const long = useLongLines(lines, { rows: rows - head.length - gap.length - (saving ? 1 : 0) });

  const goTo = (next: CodeEntry | undefined) => {
    if (!next) return;
    long.reveal(0);
    setClient(next.id);
    rememberClient(memory, next.id);
  };
  const step = (by: 1 | -1) => {
    const next = steppedEntry(tabs, place, by);
    goTo(tabs[next.tab]?.entries[next.entry]);
  };
  const toTab = (index: number) => {
    const { entries = [] } = tabs[index] ?? {};
    goTo(entries.find(({ piece }) => piece !== undefined) ?? entries[0]);
  };
  const askForName = (piece: CodePiece) =>
    naming.start(async () => {
      const task = session.getSnapshot().task?.id ?? 'run';
      setSaving({ piece, proposed: await freeName(nameOf(task, piece)) });
    });
  const save = async (name: string, replace: boolean) => {
    const path = withHome(name);
    await checkTarget(path, true);
    if (!replace && (await isTaken(path))) return path;
    await saveFile(path, saving?.piece.code ?? '', replace);
    setSaving(undefined);
    notify(`Saved as ${visibleLine(path)}.`, 'good');
  };
  const piece = entry?.piece;
  const uses: readonly Command[] = piece
    ? [
        command('c', 'copy', 'Copy the code', () => copy(piece.code)),
        command('s', 'save', 'Save the code to a file', () => askForName(piece)),
      ]
    : [];
  const moves: readonly Command[] = [
    command('right l', 'client', 'Next client', () => step(1)),
    { keys: ['left', 'h'], label: 'previous client', isMinor: true, run: () => step(-1) },
    command('tab', 'language', 'Next language', () => toTab((place.tab + 1) % tabs.length)),
    {
      keys: ['shift+tab'],
      label: 'previous language',
      isMinor: true,
      run: () => toTab((place.tab + tabs.length - 1) % tabs.length),
    },
    ...tabs.map(({ label }, index) => ({
      keys: [String(index + 1)],
      label,
      isMinor: true,
      run: () => toTab(index),
    })),
  ];
  useKeys({
    commands: [...uses, ...(tabs.length > 0 ? moves : []), ...long.commands],
    isActive: saving === undefined,
  });

  if (tabs.length === 0) {
    const state = isLoading ? 'Writing the code' : 'Fill in the inputs first: the code is that of a run.';
    return <Lines lines={failed.length > 0 ? failed : paragraph(state, columns)} />;
  }
  return (
    <Box flexDirection="column" height={rows}>
      <Box flexDirection="column" flexShrink={1} overflow="hidden">
        <Lines lines={[...head, ...gap]} />
        <ScrollLines lines={long} />
      </Box>
      {saving && (
        <SavePrompt proposed={saving.proposed} onSave={save} onCancel={() => setSaving(undefined)} />
      )}
    </Box>
  );
}

function rememberClient(memory: PickerMemory, id: string): void {
  memory.lastClient = id;
}

/** Code as it is loaded. */
interface LoadedCode {
  readonly tabs: readonly CodeTab[];
  /** Why there is no code of the request. */
  readonly error?: unknown;
  readonly isLoading: boolean;
  readonly codeLines?: typeof content.codeLines;
}

/** The code of what is filled in now, then that of the model's library. */
function useCode(): LoadedCode {
  const settings = usePicker();
  const job = useJob();
  const [code, setCode] = useState<LoadedCode>({ tabs: [], isLoading: true });
  useEffect(() => {
    const { session, connection } = settings;
    job.start(async (signal) => {
      const state = session.getSnapshot();
      const loading = import('./code-content.ts');
      // Handled where it is awaited.
      loading.catch(() => undefined);
      let request: InferenceRequest | undefined;
      let error: unknown;
      try {
        request = await requestNow(connection(), state, signal);
      } catch (failure) {
        error = failure;
      }
      const { tabsOfRequest, libraryTabOf, codeLines } = await loading;
      if (signal.aborted) return;
      const tabs = request ? tabsOfRequest(settings, request) : [];
      setCode({ tabs, error, isLoading: true, codeLines });
      const model = request?.model ?? state.model;
      // Code for a library is an extra: the code of the run does not depend on it.
      const library =
        model === undefined
          ? undefined
          : await libraryTabOf(connection(), model, signal).catch(() => undefined);
      if (signal.aborted) return;
      setCode({ tabs: library ? [...tabs, library] : tabs, error, isLoading: false, codeLines });
    });
  }, [settings, job]);
  return code;
}

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  python: 'py',
  javascript: 'mjs',
  csharp: 'cs',
};

function nameOf(task: string, { client, grammar }: CodePiece): string {
  return `tryout-${task}-${client.replace(/[^a-z0-9]+/gi, '-')}.${endings[grammar] ?? 'txt'}`;
}

/** The name, with a number where it is taken. */
async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : numbered(name, number);
    if (!(await isTaken(path))) return path;
  }
}

function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

interface Tile {
  readonly text: string;
  readonly isChosen: boolean;
  readonly hasCode: boolean;
}

/** The languages, and the clients of the chosen one: two lines. */
function useTabLines(tabs: readonly CodeTab[], place: ReturnType<typeof placeOf>): readonly string[] {
  const { isRead } = usePicker();
  const shown = useTerminal();
  const languages = tabs.map(({ label }, index) => ({
    text: `${index + 1} ${label}`,
    isChosen: index === place.tab,
    hasCode: true,
  }));
  const clients = (tabs[place.tab]?.entries ?? []).map(({ label, piece }, index) => ({
    text: label,
    isChosen: index === place.entry,
    hasCode: piece !== undefined,
  }));
  return [tileRow(languages, shown, isRead), tileRow(clients, shown, isRead)];
}

/** Tiles in a row; where they do not fit, those before the chosen one are left out first. */
function tileRow(
  tiles: readonly Tile[],
  { theme, terminal, body: { columns } }: TerminalState,
  isRead: boolean,
): string {
  const gap = '  ';
  const { ellipsis } = symbolsOf(terminal);
  const mark = (tile: Tile) => (tile.isChosen ? `[${tile.text}]` : ` ${tile.text} `);
  const chosen = tiles.findIndex(({ isChosen }) => isChosen);
  const widthFrom = (start: number, end: number) =>
    tiles.slice(start, end).reduce((sum, tile) => sum + widthOf(mark(tile) + gap), 0) - gap.length;
  let from = 0;
  while (from < chosen && widthFrom(from, chosen + 1) + (from > 0 ? 4 : 0) > columns) from += 1;
  let line = from > 0 ? theme.dim(`${ellipsis} `) : '';
  let used = from > 0 ? ellipsis.length + 1 : 0;
  for (const [index, tile] of tiles.entries()) {
    if (index < from) continue;
    const text = mark(tile) + (isRead && tile.isChosen ? ' (chosen)' : '');
    const width = widthOf(text) + (index > from ? gap.length : 0);
    if (used + width > columns && index > from) break;
    const styled = tile.isChosen ? theme.accent(text) : tile.hasCode ? text : theme.dim(text);
    line += (index > from ? gap : '') + styled;
    used += width;
  }
  return line;
}
