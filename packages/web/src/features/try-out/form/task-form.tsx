import {
  canRun,
  isRunning,
  hasContent,
  holdsConversation,
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
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { FieldInput } from '../../../fields/field-input.tsx';
import { fieldIds, type FieldProps } from '../../../fields/field-props.ts';
import { useApp, useSession, useSessionState } from '../../../lib/app-context.ts';
import { classes } from '../../../lib/classes.ts';
import { useResize } from '../../../lib/dom-hooks.ts';
import { MAX_KEPT_FILE, type UnsavedReason } from '../../../lib/form-persistence/keep-form.ts';
import { Panel } from '../../../lib/ui/panel.tsx';
import { MessagePictures, SystemPrompt } from '../chat/chat-inputs.tsx';
import { ENDPOINT_INPUT } from '../options/endpoint-input.tsx';
import { Options } from '../options/options.tsx';
import type { OptionsView } from '../try-out.tsx';
import { ExampleRow } from './examples.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useExamples } from './use-examples.ts';
import styles from './task-form.module.css';

interface TaskFormProps {
  readonly task: Task;
  readonly options: OptionsView;
  onOptions(view: OptionsView): void;
}

/** The task's inputs, the run options and the buttons (specification, section 2). */
export function TaskForm({ task, options, onOptions }: TaskFormProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const drafts = useSessionState((state) => state.drafts);
  const clearCount = useSessionState((state) => state.clearCount);
  const isBusy = useSessionState(isRunning);
  const isConversation = useSessionState(holdsConversation);
  const examples = useExamples();
  const heading = useId();
  const dock = useRef<HTMLDivElement>(null);
  useHeight(dock, '--dock');

  function run(): void {
    if (!canRun(session.getSnapshot())) return focusMissing(session.getSnapshot());
    examples.cancel();
    void session.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.ctrlKey || event.metaKey || (isConversation && sendsMessage(event)))) return;
    event.preventDefault();
    run();
  }

  const hasMessage = useDockedMessage(task);
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
        <div className={classes(styles.fields, fields.length === 1 && !hasMessage && styles.single)}>
          <ExampleRow heading={heading} examples={examples} disabled={isBusy} />
          {!hasMessage && fields}
          <UnsavedNote />
          <div>
            {isConversation && <SystemPrompt />}
            <Options view={options} onView={onOptions} />
          </div>
        </div>
        <div ref={dock} className={styles.dock}>
          {hasMessage && fields}
          <MessagePictures />
          <FormButtons task={task} onClear={examples.reset} />
        </div>
      </form>
    </Panel>
  );
}

/**
 * Whether the input is docked, as the message of a chat, so that it stays in view next to the newest answer. Once it is
 * known that the model does not chat, the input is part of the form. It does not move while it has the focus.
 */
function useDockedMessage({ conversation }: Task): boolean {
  const isChat = useSessionState(({ chatSupport }) => chatSupport !== 'none');
  const [known, setKnown] = useState({ isChat, isDocked: isChat });
  if (known.isChat !== isChat) {
    const hasFocus = document.activeElement?.id.startsWith('field-');
    setKnown({ isChat, isDocked: hasFocus ? known.isDocked : isChat });
  }
  return conversation !== undefined && known.isDocked;
}

/** Keeps a custom property of the page at the height of an element. */
function useHeight(element: RefObject<HTMLElement | null>, property: string): void {
  const { style } = document.documentElement;
  useResize(element, ({ offsetHeight }) => style.setProperty(property, `${offsetHeight}px`));
  useLayoutEffect(() => () => void style.removeProperty(property), [style, property]);
}

/** Whether Enter sends a message. On touch screens, where a button is at hand, it starts a new line. */
function sendsMessage({ target, shiftKey }: KeyboardEvent): boolean {
  const isMessage = target instanceof HTMLTextAreaElement && target.id.startsWith('field-');
  return isMessage && !shiftKey && !matchMedia('(pointer: coarse)').matches;
}

/** Focuses the first missing input; in a list, the first empty entry. */
function focusMissing(state: SessionState): void {
  if (isRunning(state)) return;
  const [name] = missingInputs(state);
  if (name === undefined) return document.getElementById(ENDPOINT_INPUT)?.focus();
  const { input } = fieldIds(name);
  const entries = state.values[name];
  const empty = Array.isArray(entries) ? (entries as readonly unknown[]).indexOf('') : 0;
  document.getElementById(empty > 0 ? `${input}-${empty + 1}` : input)?.focus();
}

const reasons: Readonly<Record<UnsavedReason, string>> = {
  large: `it is larger than ${size(MAX_KEPT_FILE)}.`,
  full: 'the browser has no storage left for it.',
  refused: 'the browser does not allow storage.',
};

/** Lists the inputs that will be lost on reload. */
function UnsavedNote() {
  const { unsaved } = useApp();
  const { form, files } = useSyncExternalStore(unsaved.subscribe, unsaved.getSnapshot);
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
