import {
  isFileInput,
  isTaskId,
  taskNamed,
  type Session,
  type SessionState,
  type TaskId,
} from '@tryout/engine';
import { draftName, isBeside } from '../draft-beside.ts';
import { openDatabase } from './database.ts';
import { keptParts, type KeptParts, type Leaving } from './kept-parts.ts';
import { endTabForms, writeTabForm, type KeptDraft } from './tab-form.ts';
import type { TakenForm } from './take-form.ts';
import { setUnkept, slotName, whyNot } from './unkept.ts';

/** How long nothing must have changed before it is written down, in milliseconds. */
const PAUSE = 400;

/**
 * Shows in a session what was taken for it, and from then on keeps what is filled in: over loading the page anew, a
 * crash of its tab and opening the tab again, until the person signs out.
 */
export function keepForm(session: Session, taken: TakenForm): void {
  onceSignedIn(session, () => showTaken(session, taken));
  const parts = keptParts(taken.own, () => write());
  for (const [task, { values }] of taken.drafts) {
    for (const [name, value] of Object.entries(values)) {
      const kept = taken.kept.get(slotName(task, name));
      if (value !== undefined && kept) parts.begin(slotName(task, name), value, kept);
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = session.getSnapshot();
  let isShown = true;

  function write(leaving?: Leaving): void {
    clearTimeout(timer);
    timer = undefined;
    const { signIn, task, model } = session.getSnapshot();
    const drafts = session.drafts();
    if (signIn.status === 'signed-out' || drafts.size === 0) return;
    try {
      const form = task ? { task: task.id, model } : { task: taken.task, model: taken.model };
      const kept = Object.fromEntries(
        [...drafts].map(([id, draft]) => [id, written(id, draft, parts, leaving)]),
      );
      writeTabForm({ ...form, drafts: kept, isShown });
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
  openDatabase().catch(() => undefined);
  // From now on another page of this tab is a double.
  if (taken.drafts.size > 0) write();
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
function showTaken(session: Session, { task, model, drafts }: TakenForm): void {
  if (task === undefined || !isTaskId(task) || session.getSnapshot().task) return;
  session.chooseTask(task);
  if (typeof model === 'string') session.chooseModel(model);
  const choices = drafts.get(task)?.choices;
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
  { values, parameters, choices }: Pick<SessionState, 'values' | 'parameters' | 'choices'>,
  parts: KeptParts,
  leaving: Leaving | undefined,
): KeptDraft {
  const kept = Object.keys(taskNamed(task).fields).flatMap((name) => {
    const [value, draft] = [values[name], values[draftName(name)]];
    const inputs = [
      [name, value],
      [draftName(name), isBeside(draft, value) ? draft : undefined],
    ] as const;
    return inputs.flatMap(([input, each]) => {
      const keeping = parts.keep(slotName(task, input), each, leaving);
      return keeping ? [[input, keeping] as const] : [];
    });
  });
  return { values: Object.fromEntries(kept), parameters, choices };
}

function isSameForm(one: SessionState, other: SessionState): boolean {
  const parts = ['task', 'model', 'values', 'parameters', 'choices'] as const;
  return parts.every((part) => one[part] === other[part]);
}

function hasNewFile({ values: before }: SessionState, { values }: SessionState): boolean {
  return Object.entries(values).some(([name, value]) => isFileInput(value) && before[name] !== value);
}
