import {
  count,
  counted,
  detectPastedFormat,
  getMessage,
  pastedFile,
  pastedFormats,
  timeAgo,
  visibleLine,
  type NamedBlob,
  type PastedFormat,
  type Task,
} from '@tryout/engine';
import { FolderOpen, Table2, Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { LongTextArea } from '../../fields/text/text-field.tsx';
import { classes } from '../../lib/classes.ts';
import { hasFiles, useLoaded } from '../../lib/hooks.ts';
import { useApp } from '../../state/app-context.ts';
import { toBatchPath } from '../../state/routes.ts';
import { Button, ButtonLink, FileButton, IconButton } from '../../ui/button.tsx';
import { DamagedNote } from '../../ui/damaged-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import frame from '../../ui/frame.module.css';
import { InputFrame, Select } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { addBatch, callHost, removeBatch, removeDamaged } from '../../state/batch/batch-store.ts';
import { nameFiles, readDropped } from '../../state/batch/dropped-files.ts';
import type { BatchRecord } from '../../state/batch/records.ts';
import styles from './batch.module.css';

/** Characters from which the format of pasted text is detected. */
const DETECTED = 20_000;

/** Takes the rows of a new batch: files, a folder, a table or pasted text. */
export function Source({ task, search }: { readonly task: Task; readonly search: string }) {
  const app = useApp();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [format, setFormat] = useState<PastedFormat>();
  const [reading, setReading] = useState<AbortController>();
  const isReading = reading !== undefined;
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<unknown>();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // For when the clicked button disappears.
  const focusHeading = () => heading.current?.focus();
  const detected = format ?? detectPastedFormat(text.slice(0, DETECTED).replace(/\n[^\n]*$/, ''));

  async function add(getFiles: () => readonly NamedBlob[] | Promise<readonly NamedBlob[]>, title?: string) {
    const controller = new AbortController();
    setError(undefined);
    setReading(controller);
    try {
      const files = await getFiles();
      const batch = await addBatch(app, task, files, { title, signal: controller.signal });
      void navigate(toBatchPath(search, batch), { replace: true });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setReading(undefined);
    }
  }

  function onDrop(event: DragEvent): void {
    setOver(false);
    if (!hasFiles(event.nativeEvent)) return;
    event.preventDefault();
    const files = readDropped(event.dataTransfer);
    void add(() => files);
  }

  return (
    <div
      className={styles.start}
      onDragOver={(event) => {
        if (!hasFiles(event.nativeEvent)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={onDrop}
    >
      <Panel aria-labelledby={`${id}-heading`} className={styles.panel}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} id={`${id}-heading`}>
            Run on many rows
          </h2>
          <ButtonLink href={`#${toBatchPath(search, undefined)}`}>Run on one input</ButtonLink>
        </div>
        <div className={classes(styles.body, frame.scrollWide)}>
          <div className={classes(styles.drop, isOver && styles.over)}>
            <Table2 aria-hidden="true" size={28} strokeWidth={1.5} />
            <p>
              {isReading
                ? 'Reading the rows'
                : 'Drop a table (CSV, TSV, JSON Lines, Parquet), many files, or a folder'}
            </p>
            <div className={styles.buttons}>
              {reading && (
                <Button
                  onClick={() => {
                    focusHeading();
                    reading.abort();
                  }}
                >
                  Cancel
                </Button>
              )}
              <FileButton
                icon={Upload}
                multiple
                disabled={isReading}
                onFile={(_file, files) => void add(() => nameFiles(files))}
              >
                Choose files
              </FileButton>
              <FileButton
                icon={FolderOpen}
                disabled={isReading}
                {...{ webkitdirectory: '' }}
                onFile={(_file, files) => void add(() => nameFiles(files))}
              >
                Choose a folder
              </FileButton>
            </div>
          </div>
          <InputFrame
            label="Or paste rows"
            htmlFor={`${id}-text`}
            hint="A part of a spreadsheet with its column names, CSV, JSON Lines, or one input per line."
          >
            <LongTextArea
              id={`${id}-text`}
              rows={4}
              aria-describedby={`${id}-text-hint`}
              value={text}
              maxEditable={100_000}
              disabled={isReading}
              onText={(next) => {
                setText(next);
                if (next === '') setFormat(undefined);
              }}
            />
          </InputFrame>
          <div className={styles.line}>
            <Select
              aria-label="Read the pasted rows as"
              className={styles.short}
              value={detected}
              onChange={({ target }) => setFormat(target.value as PastedFormat)}
            >
              {Object.entries(pastedFormats).map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
            <Button
              disabled={isReading || text.trim() === ''}
              onClick={() => void add(() => [pastedFile(text, detected)], 'Pasted rows')}
            >
              Use these rows
            </Button>
          </div>
          <p role="status" className={styles.note}>
            {isReading && 'Reading the rows'}
          </p>
          {error !== undefined && <FailureNote error={error} />}
        </div>
      </Panel>
      <Earlier task={task} search={search} onRemove={focusHeading} />
    </div>
  );
}

interface EarlierProps {
  readonly task: Task;
  readonly search: string;
  onRemove(): void;
}

/** The stored batches of the task. */
function Earlier({ task, search, onRemove }: EarlierProps) {
  const app = useApp();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { value, error, retry } = useLoaded(task, () => callHost(app, (host) => host.list()));
  const { batches = [], damaged = 0 } = value ?? {};
  const own = batches.filter((each) => each.task === task.id && !removed.includes(each.id));
  if (error !== undefined) return <FailureNote error={error} />;
  if (own.length + damaged === 0) return null;
  return (
    <Panel aria-label="Earlier batches" className={styles.panel}>
      <div className={styles.head}>
        <h2>Earlier batches</h2>
      </div>
      <DamagedNote count={damaged} noun="batch" onDelete={() => removeDamaged(app).then(retry)} />
      <ul className={styles.earlier}>
        {own.map((record) => (
          <li key={record.id}>
            <ButtonLink variant="quiet" href={`#${toBatchPath(search, record.id)}`}>
              {visibleLine(record.title)}
            </ButtonLink>
            <span className={styles.note}>{describeRecord(record)}</span>
            <IconButton
              label={`Delete ${visibleLine(record.title)}`}
              icon={Trash2}
              onClick={() => {
                onRemove();
                void removeBatch(app, record.id).then(
                  () => setRemoved((before) => [...before, record.id]),
                  (thrown: unknown) => app.notices.show(getMessage(thrown)),
                );
              }}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function describeRecord({
  rows,
  ended,
  choices,
  createdAt,
}: BatchRecord & { readonly ended: number }): string {
  const total = Math.min(rows, choices?.limit ?? rows) * (choices?.destinations.length ?? 1);
  const state = choices
    ? `${count(ended)} of ${counted(total, 'request')}`
    : `${counted(rows, 'row')}, not started`;
  return `${state} · ${timeAgo(new Date(createdAt))}`;
}
