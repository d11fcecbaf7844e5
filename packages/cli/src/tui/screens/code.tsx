import {
  codeFileName,
  loadLibraryTab,
  getPlace,
  currentRequest,
  adjacentEntry,
  type CodePiece,
  type CodeTab,
} from '@tryout/engine';
import { Box } from 'ink';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { textFile } from '../../deliver/save-result.ts';
import { getWidth } from '../../screen/index.ts';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { Menu } from '../components/menu.tsx';
import { SavePrompt } from '../components/prompt.tsx';
import { useLongLines } from '../components/scroll.tsx';
import { useCopy, useJob } from '../hooks/use-job.ts';
import { command, minorCommand, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import type * as content from '../components/code-content.ts';

/** Minimum height for an empty line below the tabs. */
const ROOMY = 8;
const GAP = '  ';

/** Code for the current inputs in all languages and clients. */
export function CodeScreen(): ReactNode {
  const { session, memory } = usePicker();
  const terminalState = useTerminal();
  const { theme, body, isScreenReader } = terminalState;
  const copy = useCopy();
  const { tabs, error, isLoading, codeLines, retry } = useCode();
  const [client, setClient] = useState(memory.lastClient);
  const [saving, setSaving] = useState<CodePiece>();
  const [isChoosing, setChoosing] = useState(false);
  const { columns, rows } = body;
  const place = getPlace(tabs, client);
  const { entries = [], notes = [] } = tabs[place.tab] ?? {};
  const entry = entries[place.entry];
  const piece = entry?.piece;

  const lines = useMemo(() => {
    if (!piece) return paragraph(entry?.reason ?? '', columns);
    const dim = (text: string) => paragraph(text, columns, theme.dim);
    return [
      ...(piece.install === undefined ? [] : dim(`Install: ${piece.install}`)),
      ...(codeLines?.(piece, terminalState) ?? []),
      '',
      ...notes.flatMap(dim),
    ];
  }, [entry, piece, notes, codeLines, terminalState, columns, theme]);

  /** In a narrow terminal, the row starts with the selected tab. */
  function tabRow(labels: readonly string[], selection: number): string {
    const mark = (label: string) => theme.accent(`[${label}]${isScreenReader ? ' (chosen)' : ''}`);
    const parts = labels.map((label, index) => (index === selection ? mark(label) : ` ${label} `));
    const row = parts.join(GAP);
    return getWidth(row) <= columns ? row : parts.slice(selection).join(GAP);
  }
  const languages = tabs.map(({ label }, index) => `${index + 1} ${label}`);
  const clients = entries.map((each) => (each.piece || each === entry ? each.label : theme.dim(each.label)));
  const failureLines = error === undefined ? [] : [...errorLines(error, columns, theme), ''];
  const tabLines = [tabRow(languages, place.tab), tabRow(clients, place.entry)];
  const head = [...failureLines, ...tabLines].slice(0, Math.max(1, rows - 2));
  const gap = rows >= ROOMY ? [''] : [];
  const long = useLongLines(lines, rows - head.length - gap.length - (saving ? 1 : 0));

  const goTo = (tab: number, index?: number) => {
    const all = tabs[tab]?.entries ?? [];
    const next = index === undefined ? (all.find((each) => each.piece) ?? all[0]) : all[index];
    if (!next) return;
    long.reveal(0);
    setClient(next.id);
    Object.assign(memory, { lastClient: next.id });
  };
  const step = (by: 1 | -1) => {
    const next = adjacentEntry(tabs, place, by);
    goTo(next.tab, next.entry);
  };
  const toTab = (tab: number) => goTo((tab + tabs.length) % tabs.length);
  const moves = [
    command('enter', 'all clients', 'Choose a language and client from a list', () => setChoosing(true)),
    { ...command('right l', 'client', 'Next client', () => step(1)), oppositeKey: 'left' },
    minorCommand('left h', 'previous client', 'Previous client', () => step(-1)),
    command('tab', 'language', 'Next language', () => toTab(place.tab + 1)),
    minorCommand('shift+tab', 'previous language', 'Previous language', () => toTab(place.tab - 1)),
    ...tabs.map(({ label }, index) => minorCommand(`${index + 1}`, label, label, () => toTab(index))),
  ];
  useKeys({
    commands: [
      piece !== undefined && command('c', 'copy', 'Copy the code', () => copy(piece.code)),
      piece !== undefined && command('s', 'save', 'Save the code to a file', () => setSaving(piece)),
      error !== undefined && command('r', 'try again', 'Prepare the request again', retry),
      ...(tabs.length > 0 ? moves : []),
      ...long.commands,
    ],
    isActive: saving === undefined && !isChoosing,
  });

  if (tabs.length === 0) {
    const state = isLoading ? 'Generating code' : 'Fill in the inputs to get the code.';
    return <Lines lines={failureLines.length > 0 ? failureLines : paragraph(state, columns)} />;
  }
  if (isChoosing)
    return (
      <Menu
        rows={tabs.flatMap(({ label, entries: clients }, tab) =>
          clients.map(({ id, label: name, reason }, at) => ({
            name: id,
            label: name === label ? label : `${label}: ${name}`,
            note: reason ?? '',
            isOn: id === entry?.id,
            choose() {
              setChoosing(false);
              goTo(tab, at);
            },
          })),
        )}
        initial={entry?.id}
        onCancel={() => setChoosing(false)}
      />
    );
  return (
    <Box flexDirection="column" height={rows}>
      <Box flexDirection="column" flexShrink={1} overflowY="hidden">
        <Lines lines={[...head, ...gap]} />
        <Lines lines={long.visible} />
      </Box>
      {saving && (
        <SavePrompt
          proposed={codeFileName(session.getSnapshot().task?.id ?? 'run', saving)}
          getFiles={async (name) => [textFile(name, saving.code)]}
          onClose={() => setSaving(undefined)}
        />
      )}
    </Box>
  );
}

interface LoadedCode {
  readonly tabs: readonly CodeTab[];
  readonly error?: unknown;
  readonly isLoading: boolean;
  readonly codeLines?: typeof content.codeLines;
}

function useCode(): LoadedCode & { retry(): void } {
  const settings = usePicker();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [code, setCode] = useState<LoadedCode>({ tabs: [], isLoading: true });
  useEffect(() => {
    const { session, connection } = settings;
    job.start(async (signal) => {
      const state = session.getSnapshot();
      let error: unknown;
      const [{ createRequestTabs, codeLines }, request] = await Promise.all([
        import('../components/code-content.ts'),
        currentRequest(connection(), state, signal).catch((failure: unknown) => {
          error = failure;
          return undefined;
        }),
      ]);
      if (signal.aborted) return;
      const tabs = request ? createRequestTabs(settings, request) : [];
      setCode({ tabs, error, isLoading: true, codeLines });
      const model = request?.run.route.model ?? state.model;
      // Library code is optional.
      const loading = model === undefined ? undefined : loadLibraryTab(connection(), model, signal);
      const library = await loading?.catch(() => undefined);
      if (signal.aborted) return;
      setCode({ tabs: library ? [...tabs, library] : tabs, error, isLoading: false, codeLines });
    });
  }, [settings, job, attempt]);
  return { ...code, retry: () => setAttempt(attempt + 1) };
}
