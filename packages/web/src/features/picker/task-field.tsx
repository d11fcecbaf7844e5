import { tasks, type Task } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { Combobox } from '../../lib/ui/combobox/combobox.tsx';
import { Emphasised } from '../../lib/ui/combobox/emphasised.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import { useNameSearch } from './use-name-search.ts';
import styles from './rows.module.css';

const options = tasks.map((task) => ({ key: task.id, text: task.label, task }));
const labels = tasks.map(({ label }) => label);
const words = tasks.map(({ id, modality, summary }) => `${id} ${modality} ${summary}`);

export interface TaskFieldProps {
  readonly task: Task | undefined;
  readonly disabled: boolean;
  /** Id of what is wrong with the task in the address. */
  readonly faultId?: string;
  onChoose(id: string): void;
}

/** The 26 tasks in display order, each with what it is about. */
export function TaskField({ task, disabled, faultId, onChoose }: TaskFieldProps) {
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
        describedBy={faultId ?? (task ? 'task-summary' : undefined)}
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
      {task && (
        <p id="task-summary" className={styles.summary} title={task.summary}>
          {task.summary}
        </p>
      )}
    </InputFrame>
  );
}
