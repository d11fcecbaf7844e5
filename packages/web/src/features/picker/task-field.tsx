import { findAlias, modelIdIn, nameSearch, tasks, taskSearchTerms, type Task, loaded } from '@tryout/engine';
import { CornerDownRight, Search, Info } from 'lucide-react';
import { useMemo, useState, lazy } from 'react';
import { useApp } from '../../state/app-context.ts';
import { toPath } from '../../state/routes.ts';
import { Combobox } from '../../ui/combobox/combobox.tsx';
import { type ComboboxItem, Emphasized } from '../../ui/combobox/options.tsx';
import { InputFrame } from '../../ui/inputs.tsx';
import { RailButton } from '../../ui/rail.tsx';
import styles from './picker.module.css';

const AboutTask = lazy(() => loaded(() => import('./about-task.tsx')));

type TaskRow = ComboboxItem & ({ readonly task: Task } | { readonly model: string });

const options: readonly TaskRow[] = tasks.map((task) => ({ key: task.id, text: task.label, task }));
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

/** The tasks in display order with their summaries. */
export function TaskField({ task, disabled, errorId, onPath }: TaskFieldProps) {
  const { settings } = useApp();
  const [query, setQuery] = useState('');
  const items = useMemo(() => {
    const model = modelIdIn(settings.hubUrl, query);
    if (model !== undefined) return [{ key: `?${model}`, text: '', isAction: true, model }];
    return search.find(query)?.map((index) => options[index]!) ?? options;
  }, [query, settings.hubUrl]);
  return (
    <InputFrame
      label="Task"
      htmlFor="task"
      aside={
        task && (
          <RailButton
            icon={Info}
            className={styles.aboutButton}
            title="About this task"
            rail={(close) => <AboutTask task={task} onClose={close} />}
          >
            <span>About this task</span>
          </RailButton>
        )
      }
    >
      <Combobox
        id="task"
        label="Task"
        listName="Tasks"
        placeholder="Select a task"
        icon={task ? undefined : Search}
        disabled={disabled}
        invalid={errorId !== undefined}
        describedBy={errorId}
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
            <span className={styles.row}>
              <span className={styles.rowName}>
                <Emphasized text={row.text} words={query} />
              </span>
              <span className={styles.badge}>
                {[findAlias(row.text, row.task.aliases, query), row.task.modality]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.line}>{row.task.summary}</span>
            </span>
          )
        }
      />
      {!task && <p className={styles.below}>Or paste a model ID or the URL of a model page.</p>}
    </InputFrame>
  );
}
