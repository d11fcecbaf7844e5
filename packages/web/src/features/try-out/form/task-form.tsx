import { canRun, isRunning, type FieldDraft, type FieldValue, type Task } from '@tryout/engine';
import { useId, useRef, type KeyboardEvent } from 'react';
import { FieldInput } from '../../../fields/field-input.tsx';
import type { FieldProps } from '../../../fields/field-props.ts';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Panel } from '../../../lib/ui/panel.tsx';
import { startRun } from '../start-run.ts';
import { Options } from '../options/options.tsx';
import type { OptionsView } from '../try-out-screen.tsx';
import { focusMissing } from './focus-missing.ts';
import { ExampleRow } from './example-row.tsx';
import { FormButtons } from './form-buttons.tsx';
import { UnkeptNote } from './unkept-note.tsx';
import { useExamples } from './use-examples.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import styles from './task-form.module.css';

export interface TaskFormProps {
  readonly task: Task;
  readonly options: OptionsView;
  onOptions(view: OptionsView): void;
}

/** The inputs of a task, the options of a run, and the buttons (specification, section 2). */
export function TaskForm({ task, options, onOptions }: TaskFormProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const drafts = useSessionState((state) => state.drafts);
  const isBusy = useSessionState(isRunning);
  const examples = useExamples();
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  useKeptFocus(form, isBusy);

  function run(): void {
    if (!canRun(session.getSnapshot())) return focusMissing(session.getSnapshot());
    examples.end();
    startRun(session);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  }

  return (
    <Panel aria-labelledby={heading}>
      <ExampleRow heading={heading} examples={examples} disabled={isBusy} />
      <form
        ref={form}
        className={styles.form}
        aria-labelledby={heading}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {Object.entries(task.fields).map(([name, field]) => {
          const props = {
            name,
            field,
            value: values[name],
            draft: drafts[name],
            disabled: isBusy,
            onChange: (next: FieldValue | undefined, draft?: FieldDraft) =>
              session.setValue(name, next, draft),
          };
          return <FieldInput key={name} {...(props as FieldProps)} />;
        })}
        <UnkeptNote task={task} />
        <Options view={options} onView={onOptions} disabled={isBusy} />
        <FormButtons task={task} onClear={examples.forget} />
      </form>
    </Panel>
  );
}
