import { modalityLabel, taskGist, tasks, type Task } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { Combobox } from '../../lib/ui/combobox/combobox.tsx';
import { Emphasised } from '../../lib/ui/combobox/emphasised.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import { useNameSearch } from './use-name-search.ts';
import styles from './rows.module.css';

const options = tasks.map((task) => ({ key: task.id, text: task.label, task }));
const labels = tasks.map(({ label }) => label);
const words = tasks.map((task) => `${task.id} ${task.modality} ${modalityLabel(task)} ${task.summary}`);

/** Id of what says what the task is about. */
export const TASK_SUMMARY = 'task-summary';

export interface TaskFieldProps {
  readonly task: Task | undefined;
  readonly disabled: boolean;
  /** Whether a model is chosen: what the task is about stands elsewhere until then. */
  readonly hasModel: boolean;
  /** Id of what is wrong with the task in the address. */
  readonly faultId?: string;
  onChoose(id: string): void;
}

/** The 26 tasks in display order, each with what it is about. */
export function TaskField({ task, disabled, hasModel, faultId, onChoose }: TaskFieldProps) {
  const [typed, setTyped] = useState('');
  const names = useNameSearch(labels, words);
  const found = useMemo(() => names.find(typed)?.map((index) => options[index]!) ?? options, [names, typed]);
  return (
    <InputFrame label="Task" htmlFor="task">
      <Combobox
        id="task"
        label="Task"
        listName="Tasks"
        placeholder="Select a task"
        disabled={disabled}
        invalid={faultId !== undefined}
        describedBy={faultId ?? (task ? TASK_SUMMARY : undefined)}
        items={found}
        selected={options.find(({ key }) => key === task?.id) ?? null}
        onFocus={names.prepare}
        onTyped={setTyped}
        onPick={({ key }) => onChoose(key)}
        emptyMessage={`No task matches “${typed}”`}
        row={({ text, task: { modality, summary } }) => (
          <span className={styles.row}>
            <span className={styles.name}>
              <Emphasised text={text} places={names.placesIn(text, typed)} />
            </span>
            <span className={styles.badge}>{modality}</span>
            <span className={styles.line}>{summary}</span>
          </span>
        )}
      />
      {task && hasModel && (
        <p id={TASK_SUMMARY} className={styles.gist} title={task.summary}>
          {taskGist(task)}
        </p>
      )}
    </InputFrame>
  );
}
