import {
  findAlias,
  modelIdIn,
  nameSearch,
  tasks,
  taskGroups,
  taskSearchTerms,
  type Task,
} from '@tryout/engine';
import { CornerDownRight, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useApp } from '../../state/app-context.ts';
import { TASK_FIELD, toPath } from '../../state/routes.ts';
import { Combobox } from '../../ui/combobox/combobox.tsx';
import { type ComboboxItem, Emphasized } from '../../ui/combobox/options.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { MODELS_STATUS } from './model-field.tsx';
import styles from './picker.module.css';

type TaskRow = ComboboxItem & ({ readonly task: Task } | { readonly model: string });

const createRow = (task: Task): TaskRow => ({ key: task.id, text: task.label, task });
const options = tasks.map(createRow);
/** All tasks by category. */
const groups = taskGroups.flatMap(({ label, tasks }) =>
  tasks.map((task, index) => ({ ...createRow(task), heading: index === 0 ? label : undefined })),
);
const search = nameSearch(
  tasks.map(({ label }) => label),
  tasks.map(taskSearchTerms),
);

interface TaskFieldProps {
  readonly task: Task | undefined;
  readonly disabled: boolean;
  /** ID of the error about the task in the URL. */
  readonly errorId: string | undefined;
  /** Receives the path of the chosen task, or of a typed model, whose task is looked up there. */
  onPath(path: string): void;
}

/** The tasks by category, each in display order, with their summaries; a search says why a task matches. */
export function TaskField({ task, disabled, errorId, onPath }: TaskFieldProps) {
  const { settings } = useApp();
  const [query, setQuery] = useState('');
  const items = useMemo(() => {
    const model = modelIdIn(settings.hubUrl, query);
    if (model !== undefined) return [{ key: `?${model}`, text: '', isAction: true, model }];
    return search.find(query)?.map((index) => options[index]!) ?? groups;
  }, [query, settings.hubUrl]);
  return (
    <div className={styles.field}>
      <Combobox
        id={TASK_FIELD}
        label="Task"
        listName="Tasks"
        placeholder="Select a task"
        icon={task ? undefined : Search}
        disabled={disabled}
        invalid={errorId !== undefined}
        describedBy={disabled ? MODELS_STATUS : errorId}
        items={items}
        selected={options.find(({ key }) => key === task?.id) ?? null}
        onQuery={setQuery}
        onPick={(row) => onPath('model' in row ? `/${row.model}` : toPath({ task: row.key }))}
        emptyMessage={`No task matches “${query}”`}
        row={(row) =>
          'model' in row ? (
            <span className={styles.action}>
              <CornerDownRight aria-hidden="true" size={18} />
              <span className={styles.rowName}>Look up model {row.model}</span>
            </span>
          ) : (
            <>
              <TaskIcon task={row.task} />
              <span className={styles.row}>
                <span className={styles.rowName}>
                  <Emphasized text={row.text} words={query} />
                </span>
                <span className={styles.reason}>
                  {query !== '' &&
                    [findAlias(row.text, row.task, query), row.task.modality].filter(Boolean).join(' · ')}
                </span>
                <span className={styles.line}>{row.task.summary}</span>
              </span>
            </>
          )
        }
      />
    </div>
  );
}
