import {
  canRun,
  counted,
  hasSeveral,
  HistoryError,
  matches,
  getMessage,
  groupEntries,
  type GroupedEntry,
  type HistoryEntry,
  type StoredRun,
} from '@tryout/engine';
import { FileDown, FolderOpen, Link, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp, type Outcome } from '../../state/app-context.ts';
import { isRecording, setRecording } from '../../state/stored/preferences.ts';
import { copyRunLink, saveRun } from '../../state/run-files.ts';
import { watchChanges } from '../../state/stored/database.ts';
import { Button, FileButton, IconButton } from '../../ui/button.tsx';
import { DamagedNote } from '../../ui/damaged-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Switch, TextInput } from '../../ui/inputs.tsx';
import { Rail } from '../../ui/rail.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { EntryItem, getCandidates } from './entry-item.tsx';
import { openRuns, openRunFile } from './open-run.ts';
import styles from './history.module.css';

/** Entries that are shown at first, and that "Show more" adds. */
const PAGE = 50;

interface RailOutcome extends Outcome {
  undo?(): Promise<RailOutcome>;
}

/** The runs of this browser, in a dialog at the side. */
export default function HistoryRail({ onClose }: { onClose(): void }) {
  const app = useApp();
  const { history, session } = app;
  const navigate = useNavigate();
  const [changes, setChanges] = useState(0);
  useEffect(() => watchChanges(() => setChanges((count) => count + 1)), []);
  const { last: entries, error } = useLoaded(changes, async () => (await history()).list());
  const { last: damaged = 0 } = useLoaded(changes, async () => (await history()).countDamaged());
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [outcome, setOutcome] = useState<RailOutcome>();
  const [isOn, setOn] = useState(isRecording);
  const searchBox = useRef<HTMLInputElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  // After each deletion, whose button disappears.
  useEffect(() => undoButton.current?.focus(), [outcome]);
  const showsHub = hasSeveral(entries ?? [], ({ hub }) => hub);
  // All runs of a conversation are found by what one of them contains.
  const results = groupEntries(entries ?? []).filter((entry) =>
    [entry, ...entry.earlier].some((run) => matches(run, { search })),
  );

  const perform = (work: () => Promise<RailOutcome | void>) => () =>
    void work().then(
      (result) => result && setOutcome(result),
      (cause: unknown) => setOutcome({ text: getMessage(cause) }),
    );

  /** @throws HistoryError for a run that was deleted, for example in another tab */
  async function getStoredRun(entry: HistoryEntry): Promise<StoredRun> {
    const run = await (await history()).get(entry.id);
    if (!run) throw new HistoryError('This run was deleted');
    return run;
  }

  /** The runs of a comparison in their order, or one run. */
  const getStoredRuns = (entry: GroupedEntry) => Promise.all(getCandidates(entry).map(getStoredRun));

  async function show(pathPromise: Promise<string | undefined>): Promise<void> {
    const path = await pathPromise;
    onClose();
    if (path !== undefined) void navigate(path);
  }

  const open = (entry: GroupedEntry) =>
    show(getStoredRuns(entry).then((runs) => openRuns(app, runs, !entry.isImported)));

  const runAgain = (entry: GroupedEntry) =>
    open(entry).then(() => {
      const isChat = session.getSnapshot().chat.exchanges.length > 0 && !canRun(session.getSnapshot());
      void (isChat ? session.regenerate() : session.run());
    });

  /** For when the clicked button disappears. */
  function focusSearch(text: string): RailOutcome {
    searchBox.current?.focus();
    return { text };
  }

  async function remove(entry: GroupedEntry): Promise<RailOutcome> {
    const runs = await history();
    const name = entry.earlier.length === 0 ? 'Run' : entry.group === undefined ? 'Chat' : 'Comparison';
    const removed: [HistoryEntry, StoredRun][] = [];
    const all = [entry, ...entry.earlier];
    for (const each of all) {
      // Damaged ones are not restored.
      const run = await runs.get(each.id).catch(() => undefined);
      if (run) removed.push([each, run]);
    }
    await runs.remove(all.map(({ id }) => id));
    const undo = async () => {
      for (const [{ output, isImported }, run] of removed) await runs.add(run, output, isImported);
      return focusSearch(`${name} restored.`);
    };
    return { text: `${name} deleted.`, undo };
  }

  async function removeDamaged(): Promise<void> {
    await (await history()).removeDamaged();
    setOutcome(focusSearch('Damaged runs deleted.'));
  }

  async function removeAll(): Promise<RailOutcome> {
    await (await history()).clear();
    return focusSearch('All runs deleted.');
  }

  return (
    <Rail
      title="History"
      onClose={onClose}
      tools={
        <>
          <TextInput
            ref={searchBox}
            type="search"
            aria-label="Search runs"
            placeholder="Search runs"
            autoComplete="off"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setLimit(PAGE);
            }}
          />
          <div className={styles.bar}>
            <Switch
              checked={isOn}
              onChange={perform(async () => {
                setRecording(!isOn);
                setOn(!isOn);
              })}
            >
              Record runs in this browser
            </Switch>
            <FileButton
              icon={FolderOpen}
              accept=".json,application/json"
              onFile={(file) => perform(() => show(openRunFile(app, file)))()}
            >
              Open a run file
            </FileButton>
          </div>
          <p role="status" className={styles.outcome}>
            {outcome?.text}
            {outcome?.undo && (
              <Button ref={undoButton} variant="undo" onClick={perform(outcome.undo)}>
                Undo
              </Button>
            )}
          </p>
        </>
      }
    >
      {error !== undefined && <FailureNote error={error} />}
      <DamagedNote count={damaged} noun="run" onDelete={removeDamaged} />
      {entries && results.length === 0 && (
        <p className={styles.empty}>
          {entries.length === 0
            ? 'No runs yet. Each run appears here with its inputs and its result.'
            : `No run matches “${search}”.`}
        </p>
      )}
      {results.length > 0 && (
        <ul aria-label="Runs">
          {results.slice(0, limit).map((entry) => (
            <EntryItem key={entry.id} entry={entry} showsHub={showsHub}>
              <Button onClick={perform(() => open(entry))}>Open</Button>
              {getCandidates(entry).length === 1 && (
                <IconButton label="Run again" icon={RotateCcw} onClick={perform(() => runAgain(entry))} />
              )}
              <IconButton
                label="Copy link"
                icon={Link}
                onClick={perform(() => copyRunLink(getStoredRuns(entry)))}
              />
              <IconButton
                label="Save run"
                icon={FileDown}
                onClick={perform(() => saveRun(getStoredRuns(entry)))}
              />
              <IconButton label="Delete" icon={Trash2} onClick={perform(() => remove(entry))} />
            </EntryItem>
          ))}
        </ul>
      )}
      {results.length > limit && (
        <Button onClick={() => setLimit(limit + PAGE)}>
          Show more ({counted(results.length - limit, 'run')} left)
        </Button>
      )}
      {entries && entries.length > 0 && search === '' && (
        <details className={styles.deleteAll}>
          <summary>
            <Trash2 aria-hidden="true" size={16} />
            Delete all runs
          </summary>
          <p>Delete {counted(entries.length, 'run')}? You cannot undo this.</p>
          <Button className="danger" onClick={() => perform(removeAll)()}>
            Delete all
          </Button>
        </details>
      )}
    </Rail>
  );
}
