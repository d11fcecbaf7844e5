import { InputError, type Candidate, type Task } from '@tryout/engine';
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { classes } from '../../lib/classes.ts';
import { useApp } from '../../state/app-context.ts';
import { toBatchPath, toComparisonPath } from '../../state/routes.ts';
import { DamagedNote } from '../../ui/damaged-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import frame from '../../ui/frame.module.css';
import { getBatch, removeDamaged } from '../../state/batch/batch-store.ts';
import { DraftForm } from './draft.tsx';
import { BatchRun } from './run.tsx';
import { Source } from './source.tsx';
import styles from './batch.module.css';

interface BatchProps {
  readonly task: Task;
  /** Of a stored batch; empty for a new one. */
  readonly id: string;
  readonly candidates: readonly Candidate[];
}

/** One or more models on many rows. */
export default function Batch({ id, ...props }: BatchProps) {
  const { pathname, search } = useLocation();
  if (id === '') return <Source task={props.task} search={pathname + search} />;
  return <StoredBatch key={id} id={id} route={pathname + search} {...props} />;
}

function StoredBatch({ task, id, candidates, route }: BatchProps & { readonly route: string }) {
  const app = useApp();
  const navigate = useNavigate();
  const store = useMemo(() => getBatch(app, id), [app, id]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { record, status, error } = state;
  if (status === 'loading')
    return (
      <p role="status" className={styles.note}>
        Loading the batch
      </p>
    );
  if (!record || record.task !== task.id)
    return (
      <>
        <FailureNote
          error={error ?? new InputError('This browser has no such batch', { hint: 'Start a new one.' })}
        />
        <Source task={task} search={route} />
      </>
    );
  if (record.choices)
    return (
      <div className={classes(styles.run, frame.fillWide)}>
        <DamagedNote count={record.damaged ?? 0} noun="row" onDelete={() => removeDamaged(app)} />
        <BatchRun state={state} record={record} choices={record.choices} route={route} />
      </div>
    );
  const show = (next: readonly Candidate[]) =>
    void navigate(toBatchPath(toComparisonPath(task.id, next), id), { replace: true });
  return (
    <div className={classes(styles.draft, frame.fillWide)}>
      <DraftForm
        task={task}
        record={record}
        candidates={candidates}
        onCandidates={show}
        newPath={toBatchPath(route, '')}
      />
    </div>
  );
}
