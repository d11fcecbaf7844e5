import {
  canRun,
  findEmptyEntry,
  isRunning,
  hasContent,
  missingInputs,
  size,
  visibleLine,
  type FieldDraft,
  type FieldValue,
  type SessionState,
  type Task,
} from '@tryout/engine';
import {
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { FieldInput } from '../../fields/field-input.tsx';
import { getFieldIds, type FieldProps } from '../../fields/field.tsx';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { useResize } from '../../lib/hooks.ts';
import type { UnsavedReason } from '../../state/stored/forms.ts';
import { MAX_STORED_FILE } from '../../state/stored/store-forms.ts';
import frame from '../../ui/frame.module.css';
import { Panel } from '../../ui/panel.tsx';
import { BatchOffer } from './batch-offer.tsx';
import { ENDPOINT_INPUT } from '../options/place.tsx';
import { Options } from '../options/options.tsx';
import { ExampleRow } from './examples.tsx';
import { FormButtons } from './form-buttons.tsx';
import styles from './task-form.module.css';

/** The task's inputs, the run options and the buttons (specification, section 2). */
export function TaskForm({ task }: { readonly task: Task }) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const drafts = useSessionState((state) => state.drafts);
  const clearCount = useSessionState((state) => state.clearCount);
  const isBusy = useSessionState(isRunning);
  const heading = useId();
  const dock = useRef<HTMLDivElement>(null);
  useHeight(dock, '--dock');

  function run(): void {
    if (!canRun(session.getSnapshot())) return focusMissing(session.getSnapshot());
    void session.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  }

  const fields = Object.entries(task.fields).map(([name, field]) => {
    const props = {
      name,
      field,
      value: values[name],
      draft: drafts[name],
      disabled: isBusy,
      onChange: (value: FieldValue | undefined, draft?: FieldDraft) => session.setValue(name, value, draft),
    };
    // The key resets the state of a field when the form is cleared.
    return <FieldInput key={`${name} ${clearCount}`} {...(props as FieldProps)} />;
  });

  return (
    <Panel aria-labelledby={heading} className={styles.panel}>
      <form
        className={styles.form}
        aria-labelledby={heading}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className={classes(styles.fields, frame.scrollWide, fields.length === 1 && styles.single)}>
          <ExampleRow heading={heading} />
          <BatchOffer task={task} />
          {fields}
          <UnsavedNote />
          <div>
            <Options />
          </div>
        </div>
        <div ref={dock} className={styles.dock}>
          <FormButtons />
        </div>
      </form>
    </Panel>
  );
}

/** Keeps a custom property of the page at the height of an element. */
export function useHeight(element: RefObject<HTMLElement | null>, property: string): void {
  const { style } = document.documentElement;
  useResize(element, ({ offsetHeight }) => style.setProperty(property, `${offsetHeight}px`));
  useLayoutEffect(() => () => void style.removeProperty(property), [style, property]);
}

/** Focuses the first missing input; in a list, the first empty entry. */
export function focusMissing(state: SessionState): void {
  if (isRunning(state)) return;
  const [name] = missingInputs(state);
  if (name === undefined) return document.getElementById(ENDPOINT_INPUT)?.focus();
  const { input } = getFieldIds(name);
  const entries = state.values[name];
  const empty = Array.isArray(entries) ? findEmptyEntry(entries as readonly string[]) : 0;
  document.getElementById(empty > 0 ? `${input}-${empty + 1}` : input)?.focus();
}

const reasons: Readonly<Record<UnsavedReason, string>> = {
  large: `it is larger than ${size(MAX_STORED_FILE)}.`,
  full: 'the browser has no storage left for it.',
  refused: 'the browser does not allow storage.',
};

export function UnsavedNote() {
  const { unsavedInputs } = useApp();
  const { form, files } = useSyncExternalStore(unsavedInputs.subscribe, unsavedInputs.getSnapshot);
  const values = useSessionState((state) => state.values);
  const hasInputs = Object.values(values).some(hasContent);
  const lines =
    form && hasInputs
      ? [`Your inputs will be lost on reload: ${reasons[form]}`]
      : [...files].map(
          ([{ name }, reason]) => `${visibleLine(name)} will be lost on reload: ${reasons[reason]}`,
        );
  return (
    <p role="status" className={styles.status}>
      {lines.join(' ')}
    </p>
  );
}
