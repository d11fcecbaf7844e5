import { canRun, isRunning, type Task } from '@tryout/engine';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { getFieldIds, type FieldProps } from '../../fields/field.tsx';
import { TextField } from '../../fields/text/text-field.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { BatchOffer } from './batch-offer.tsx';
import { FormButtons } from './form-buttons.tsx';
import { MessageImages } from './message-images.tsx';
import { focusMissing, UnsavedNote, useHeight } from './task-form.tsx';
import styles from './composer.module.css';

interface ComposerProps {
  readonly task: Task;
  onSend(): void;
  /** Above the message. */
  readonly children: ReactNode;
}

/** The next message, or an earlier one that is edited. */
export function Composer({ task, onSend, children }: ComposerProps) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const clearCount = useSessionState((state) => state.clearCount);
  const editing = useSessionState(({ chat }) => chat.editing);
  const isBusy = useSessionState(isRunning);
  const dock = useRef<HTMLFormElement>(null);
  useHeight(dock, '--dock');
  const name = getMessageField(task);

  function send(): void {
    const now = session.getSnapshot();
    if (!canRun(now)) return focusMissing(now);
    void session.run();
    onSend();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    if (!(event.ctrlKey || event.metaKey || sendsMessage(event))) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      ref={dock}
      className={styles.composer}
      aria-label="Next message"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      {editing && (
        <p role="status" className={styles.editing}>
          The answers from here on become a draft.
          <Button
            variant="quiet"
            onClick={() => {
              session.cancelEdit();
              focusMessage(task);
            }}
          >
            Cancel edit
          </Button>
        </p>
      )}
      <UnsavedNote />
      <BatchOffer task={task} />
      <div className={styles.message}>
        <TextField
          key={clearCount}
          name={name}
          field={{ ...(task.fields[name] as FieldProps<'text'>['field']), label: 'Message' }}
          placeholder="Message"
          value={values[name] as string | undefined}
          disabled={isBusy}
          onChange={(value) => session.setValue(name, value)}
        />
        <FormButtons isChat>
          <MessageImages />
        </FormButtons>
      </div>
    </form>
  );
}

function getMessageField(task: Task): string {
  return task.conversation?.message ?? '';
}

/** Focuses the next message. */
export function focusMessage(task: Task): void {
  document.getElementById(getFieldIds(getMessageField(task)).input)?.focus();
}

/** Whether Enter sends a message. On touch screens, where a button is at hand, it starts a new line. */
function sendsMessage({ target, shiftKey }: KeyboardEvent): boolean {
  const isMessage = target instanceof HTMLTextAreaElement;
  return isMessage && !shiftKey && !matchMedia('(pointer: coarse)').matches;
}
