import { type ListedModel, modelIdIn, type Task, taskSummary, tasks, taskWords } from '@tryout/engine';
import { CornerDownRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { Combobox, type ComboboxItem } from '../../lib/ui/combobox/combobox.tsx';
import { Emphasized } from '../../lib/ui/combobox/options.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { useNameSearch } from './name-search.ts';
import { useTypedModel } from './typed-model.ts';
import styles from './picker.module.css';

/** A task, or a model that was typed where there are tasks. */
type TaskRow = ComboboxItem & ({ readonly task: Task } | { readonly model: string });

const options: readonly TaskRow[] = tasks.map((task) => ({ key: task.id, text: task.label, task }));
const labels = tasks.map(({ label }) => label);
const words = tasks.map(taskWords);

/** Id of what says what the task is about. */
export const TASK_SUMMARY = 'task-summary';

interface TaskFieldProps {
  readonly task: Task | undefined;
  readonly disabled: boolean;
  /** Whether a model is chosen: what the task is about stands elsewhere until then. */
  readonly hasModel: boolean;
  /** Id of what is wrong with the task in the address. */
  readonly faultId?: string;
  onChoose(id: string): void;
  /** @param model that was typed here, and looked up */
  onModel(id: string, model: ListedModel): void;
}

/** The 26 tasks in display order, each with what it is about. */
export function TaskField({ task, disabled, hasModel, faultId, onChoose, onModel }: TaskFieldProps) {
  const { settings } = useApp();
  const [typed, setTyped] = useState('');
  const names = useNameSearch(labels, words);
  const typedModel = useTypedModel(`${task?.id} ${hasModel}`, onModel, 'lookUpWithTask');
  const found = useMemo(() => {
    const model = modelIdIn(settings.hubUrl, typed);
    if (model !== undefined) return [{ key: `?${model}`, text: '', isAction: true, model }];
    return names.find(typed)?.map((index) => options[index]!) ?? options;
  }, [names, typed, settings.hubUrl]);
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
        onPick={(row) => {
          typedModel.forget();
          if ('model' in row) typedModel.lookUp(row.model);
          else onChoose(row.key);
        }}
        emptyMessage={`No task matches “${typed}”`}
        row={(row) =>
          'model' in row ? (
            <span className={styles.own}>
              <CornerDownRight aria-hidden="true" size={18} />
              <span className={styles.rowName}>Look up the model {row.model}</span>
            </span>
          ) : (
            <span className={styles.row}>
              <span className={styles.rowName}>
                <Emphasized text={row.text} places={names.placesIn(row.text, typed)} />
              </span>
              <span className={styles.badge}>{row.task.modality}</span>
              <span className={styles.line}>{row.task.summary}</span>
            </span>
          )
        }
      />
      <p role="status" className={styles.told}>
        {typedModel.asking !== undefined && `Looking up ${typedModel.asking}`}
      </p>
      {typedModel.error !== undefined && <FailureNote error={typedModel.error} />}
      {task && hasModel && (
        <p id={TASK_SUMMARY} className={styles.gist} title={task.summary}>
          {taskSummary(task)}
        </p>
      )}
    </InputFrame>
  );
}
