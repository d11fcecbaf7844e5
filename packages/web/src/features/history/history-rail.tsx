import { counted, HistoryError, matches, messageOf, type HistoryEntry, type StoredRun } from '@tryout/engine';
import { FileDown, FolderOpen, Link, RotateCcw, Trash2, X, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp, type App } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import type { Outcome } from '../../lib/notices.ts';
import { isRecording, setRecording } from '../../lib/recording.ts';
import { watchChanges } from '../../lib/storage/database.ts';
import { Button, FileButton, IconButton } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { Switch, TextInput } from '../../lib/ui/inputs.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { EntryItem, type EntryAction } from './entry-item.tsx';
import { openRun, openRunFile } from './open-run.ts';
import { copyRunLink, saveRun } from '../../lib/share-run.ts';
import styles from './history.module.css';

/** Entries that are shown at first, and that "Show more" adds. */
const PAGE = 50;

interface HistoryRailProps {
  onClose(): void;
}

/** What happened last in the rail. */
interface RailOutcome extends Outcome {
  /** A run that was deleted and can be restored. */
  readonly deleted?: { readonly stored: StoredRun; readonly output: string };
}

type Work = () => Promise<string | RailOutcome | undefined>;

/** The runs of this browser, in a dialog at the side. */
export default function HistoryRail({ onClose }: HistoryRailProps) {
  const app = useApp();
  const { history, session } = app;
  const navigate = useNavigate();
  const [changes, setChanges] = useState(0);
  useEffect(() => watchChanges(() => setChanges((count) => count + 1)), []);
  const { last: entries, error } = useLoaded(changes, async () => (await history()).list());
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [outcome, setOutcome] = useState<RailOutcome>();
  const [isOn, setOn] = useState(isRecording);
  const dialog = useRef<HTMLDialogElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = entries?.filter((entry) => matches(entry, { search })) ?? [];

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  /** Reports errors in place of an outcome. */
  async function attempt(work: Work): Promise<void> {
    try {
      const done = await work();
      if (done !== undefined) setOutcome(typeof done === 'string' ? { text: done } : done);
    } catch (cause) {
      setOutcome({ text: messageOf(cause) });
    }
  }

  /** Closes the rail and shows the form. */
  async function show(opening: Promise<string>): Promise<void> {
    const path = await opening;
    onClose();
    void navigate(path);
  }

  async function open(entry: HistoryEntry): Promise<undefined> {
    await show(storedRun(app, entry).then((stored) => openRun(app, stored, true)));
  }

  async function runAgain(entry: HistoryEntry): Promise<undefined> {
    await open(entry);
    void session.run();
  }

  async function remove(entry: HistoryEntry): Promise<RailOutcome> {
    const runs = await history();
    const stored = await runs.get(entry.id);
    await runs.remove([entry.id]);
    return { text: 'Run deleted.', deleted: stored && { stored, output: entry.output } };
  }

  async function record(next: boolean): Promise<undefined> {
    setRecording(next);
    setOn(next);
  }

  async function restore({ stored, output }: NonNullable<RailOutcome['deleted']>): Promise<string> {
    await (await history()).add(stored, output);
    // The Undo button disappears.
    searchBox.current?.focus();
    return 'Run restored.';
  }

  const action = (label: string, icon: LucideIcon, work: Work): EntryAction => ({
    label,
    icon,
    onClick: () => void attempt(work),
  });

  const { deleted } = outcome ?? {};
  return (
    <dialog
      ref={dialog}
      className={styles.rail}
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.content}>
        <div className={styles.tools}>
          <div className={styles.bar}>
            <h2 id={id}>History</h2>
            <IconButton label="Close" icon={X} onClick={onClose} />
          </div>
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
              onChange={({ target: { checked } }) => void attempt(() => record(checked))}
            >
              Record runs in this browser
            </Switch>
            <FileButton
              icon={FolderOpen}
              accept=".json,application/json"
              onFile={(file) => void attempt(() => show(openRunFile(app, file)).then(() => undefined))}
            >
              Open a run file
            </FileButton>
          </div>
          <p role="status" className={styles.outcome}>
            {outcome?.text}
            {deleted && (
              <Button
                autoFocus
                variant="quiet"
                className={styles.undo}
                onClick={() => void attempt(() => restore(deleted))}
              >
                Undo
              </Button>
            )}
          </p>
        </div>
        {error !== undefined && <FailureNote error={error} />}
        {entries?.length === 0 && (
          <p className={styles.empty}>No runs yet. Each run appears here with its inputs and its result.</p>
        )}
        {entries && entries.length > 0 && found.length === 0 && (
          <p className={styles.empty}>No run matches “{search}”.</p>
        )}
        {found.length > 0 && (
          <ul aria-label="Runs" className={styles.list}>
            {found.slice(0, limit).map((entry) => (
              <EntryItem
                key={entry.id}
                entry={entry}
                actions={[
                  action('Run again', RotateCcw, () => runAgain(entry)),
                  action('Copy link', Link, () => copyRunLink(storedRun(app, entry))),
                  action('Save run', FileDown, () => saveRun(storedRun(app, entry))),
                  action('Delete', Trash2, () => remove(entry)),
                ]}
                onOpen={() => void attempt(() => open(entry))}
              />
            ))}
          </ul>
        )}
        {found.length > limit && (
          <Button onClick={() => setLimit(limit + PAGE)}>
            Show more ({counted(found.length - limit, 'run')} left)
          </Button>
        )}
        {entries && entries.length > 0 && search === '' && (
          <DeleteAll
            count={entries.length}
            onDelete={() =>
              void attempt(async () => {
                await (await history()).clear();
                searchBox.current?.focus();
                return 'All runs deleted.';
              })
            }
          />
        )}
      </div>
    </dialog>
  );
}

/** @throws HistoryError for a run that was deleted, for example in another tab */
async function storedRun({ history }: App, { id }: HistoryEntry): Promise<StoredRun> {
  const stored = await (await history()).get(id);
  if (!stored) throw new HistoryError('This run was deleted');
  return stored;
}

function DeleteAll({ count, onDelete }: { readonly count: number; onDelete(): void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button
        variant="quiet"
        className={classes(styles.deleteAll, styles.danger)}
        onClick={() => setAsking(true)}
      >
        Delete all runs
      </Button>
    );
  return (
    <div role="group" aria-label="Delete all runs" className={styles.question}>
      <p>Delete {counted(count, 'run')}? You cannot undo this.</p>
      <Button autoFocus onClick={() => setAsking(false)}>
        Cancel
      </Button>
      <Button className={styles.danger} onClick={onDelete}>
        Delete all
      </Button>
    </div>
  );
}
