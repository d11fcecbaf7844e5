import {
  isFileInput,
  isTaskId,
  taskNamed,
  type FieldDraft,
  type FieldValue,
  type Session,
  type SessionState,
  type TaskId,
  type TaskInputs,
} from '@tryout/engine';
import { whenIdle } from '../when-idle.ts';
import { openDatabase } from './database.ts';
import { keptParts, type KeptParts, type Leaving } from './kept-parts.ts';
import { endTabForms, writeTabForm, type KeptInputs } from './tab-form.ts';
import type { TakenForm } from './take-form.ts';
import { draftSlot, setUnkept, slotName, whyNot } from './unkept.ts';

/** How long nothing must have changed before it is written down, in milliseconds. */
const PAUSE = 400;

/**
 * Shows in a session what was taken for it, and from then on keeps what is filled in: over loading the page anew, a
 * crash of its tab and opening the tab again, until the person signs out.
 */
export function keepForm(session: Session, taken: TakenForm): void {
  onceSignedIn(session, () => showTaken(session, taken));
  const parts = keptParts(taken.own, () => write());
  const begin = (slot: string, value: FieldValue | FieldDraft | undefined) => {
    const kept = taken.kept.get(slot);
    if (value !== undefined && kept) parts.begin(slot, value, kept);
  };
  for (const [task, { values, drafts }] of taken.inputs) {
    for (const [name, value] of Object.entries(values)) begin(slotName(task, name), value);
    for (const [name, draft] of Object.entries(drafts)) begin(draftSlot(task, name), draft);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = session.getSnapshot();
  let isShown = true;

  function write(leaving?: Leaving): void {
    clearTimeout(timer);
    timer = undefined;
    const { signIn, task, model } = session.getSnapshot();
    const inputs = session.inputsByTask();
    if (signIn.status === 'signed-out' || inputs.size === 0) return;
    try {
      const form = task ? { task: task.id, model } : { task: taken.task, model: taken.model };
      const kept = Object.fromEntries(
        [...inputs].map(([id, each]) => [id, written(id, each, parts, leaving)]),
      );
      writeTabForm({ ...form, inputs: kept, isShown });
      setUnkept('form', undefined);
      parts.tidy();
    } catch (error) {
      // What is too much for the tab's own storage may still get to the other one in time.
      if (leaving === 'whole') write('parts');
      else setUnkept('form', whyNot(error));
    }
  }

  session.subscribe(() => {
    const now = session.getSnapshot();
    const [then] = [before, (before = now)];
    if (now.signIn.status === 'signed-out' && then.signIn.status !== 'signed-out') {
      clearTimeout(timer);
      endTabForms();
      parts.dropAll();
    } else if (!isSameForm(then, now)) {
      clearTimeout(timer);
      // A file is there whole at once; a text is being typed.
      if (hasNewFile(then, now)) write();
      else timer = setTimeout(() => write(), PAUSE);
    }
  });
  // A page that is being left has no time to open it.
  void whenIdle()
    .then(openDatabase)
    .catch(() => undefined);
  // From now on another page of this tab is a double.
  if (taken.inputs.size > 0) write();
  addEventListener('pagehide', () => {
    isShown = false;
    write('whole');
  });
  addEventListener('pageshow', ({ persisted }) => {
    isShown = true;
    if (persisted) write();
  });
  // A browser that ends what nobody looks at tells nothing more.
  document.addEventListener('visibilitychange', () => document.hidden && write('whole'));
}

/** Goes to what the form was for; the list of a task is that of the person who is signed in. */
function showTaken(session: Session, { task, model, inputs }: TakenForm): void {
  if (task === undefined || !isTaskId(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (typeof model === 'string') session.chooseModel(model);
  const choices = inputs.get(task)?.choices;
  if (choices) session.setChoices(choices);
}

function onceSignedIn(session: Session, work: () => void): void {
  if (session.getSnapshot().signIn.status !== 'signed-out') return work();
  const stop = session.subscribe(() => {
    if (session.getSnapshot().signIn.status === 'signed-out') return;
    stop();
    work();
  });
}

function written(
  task: TaskId,
  { values, drafts, parameters, choices }: TaskInputs,
  parts: KeptParts,
  leaving: Leaving | undefined,
): KeptInputs {
  const names = Object.keys(taskNamed(task).fields);
  const keep = (slotOf: typeof slotName, all: Partial<Record<string, FieldValue | FieldDraft>>) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const kept = parts.keep(slotOf(task, name), all[name], leaving);
        return kept ? [[name, kept] as const] : [];
      }),
    );
  return { values: keep(slotName, values), drafts: keep(draftSlot, drafts), parameters, choices };
}

function isSameForm(one: SessionState, other: SessionState): boolean {
  const parts = ['task', 'model', 'values', 'drafts', 'parameters', 'choices'] as const;
  return parts.every((part) => one[part] === other[part]);
}

function hasNewFile({ values: before }: SessionState, { values }: SessionState): boolean {
  return Object.entries(values).some(([name, value]) => isFileInput(value) && before[name] !== value);
}
