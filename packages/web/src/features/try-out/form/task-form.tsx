import {
  canRun,
  type Field,
  type FieldValue,
  isFileInput,
  isRunning,
  isSomething,
  type KeptValues,
  missingInputs,
  type SessionState,
  size,
  type Task,
  visibleLine,
} from '@tryout/engine';
import { type KeyboardEvent, useId, useRef, useSyncExternalStore } from 'react';
import { FieldInput } from '../../../fields/field-input.tsx';
import { fieldIds, type FieldProps } from '../../../fields/field-props.ts';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { MOST_KEPT_BYTES } from '../../../lib/kept-form/kept-value.ts';
import { slotName, unkept, type WhyUnkept } from '../../../lib/kept-form/unkept.ts';
import { Panel } from '../../../lib/ui/panel.tsx';
import { beginRun } from '../begun-with.ts';
import { ENDPOINT_INPUT } from '../options/endpoint-input.tsx';
import { Options } from '../options/options.tsx';
import type { OptionsView } from '../try-out.tsx';
import { ExampleRow, useExamples } from './examples.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import styles from './task-form.module.css';

interface TaskFormProps {
  readonly task: Task;
  readonly kept: KeptValues;
  readonly options: OptionsView;
  onOptions(view: OptionsView): void;
}

/** The inputs of a task, the options of a run, and the buttons (specification, section 2). */
export function TaskForm({ task, kept, options, onOptions }: TaskFormProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const isBusy = useSessionState(isRunning);
  const examples = useExamples(kept);
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  useKeptFocus(form, isBusy);

  function run(): void {
    if (!canRun(session.getSnapshot())) return focusMissing(session.getSnapshot());
    examples.end();
    beginRun(session);
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
            disabled: isBusy,
            onChange: (value: FieldValue | undefined) => session.setValue(name, value),
          };
          return <FieldInput key={name} {...(props as FieldProps)} />;
        })}
        <UnkeptNote task={task} />
        <Options view={options} onView={onOptions} disabled={isBusy} />
        <FormButtons task={task} kept={kept} onClear={examples.forget} />
      </form>
    </Panel>
  );
}

/** Leads to the first input that a run still needs; of a list to its first entry without a text. */
function focusMissing(state: SessionState): void {
  if (isRunning(state)) return;
  const [name] = missingInputs(state);
  if (name === undefined) return document.getElementById(ENDPOINT_INPUT)?.focus();
  const { input } = fieldIds(name);
  const entries = state.values[name];
  const empty = Array.isArray(entries) ? (entries as readonly unknown[]).indexOf('') : 0;
  document.getElementById(empty > 0 ? `${input}-${empty + 1}` : input)?.focus();
}

const reasons: Readonly<Record<WhyUnkept, string>> = {
  large: `it is larger than ${size(MOST_KEPT_BYTES)}.`,
  full: 'this browser has no room for it.',
  refused: 'this browser keeps nothing for this page.',
};

/** Says of which inputs it is not true that they outlive loading the page anew; nothing where it is of all. */
function UnkeptNote({ task }: { readonly task: Task }) {
  const missing = useSyncExternalStore(unkept.subscribe, unkept.getSnapshot);
  const values = useSessionState((state) => state.values);
  const hasSomething = Object.values(values).some(isSomething);
  const whole = hasSomething ? missing.get('form') : undefined;
  const lines = whole
    ? [`What you fill in is gone once this page is loaded anew: ${reasons[whole]}`]
    : Object.entries(task.fields).flatMap(([name, field]) => {
        const why = missing.get(slotName(task.id, name));
        return why
          ? [`${nameOf(field, values[name])} is gone once this page is loaded anew: ${reasons[why]}`]
          : [];
      });
  return (
    <p role="status" className={styles.told}>
      {lines.join(' ')}
    </p>
  );
}

function nameOf({ label }: Field, value: FieldValue | undefined): string {
  return visibleLine(isFileInput(value) ? (value as { readonly name: string }).name : label);
}
