import type { Session, SessionState, Task } from '@tryout/engine';

/** Where a form waits for its page, which is being loaded anew in the same tab. */
const KEY = 'form';

type Form = Pick<SessionState, 'model' | 'values' | 'parameters' | 'choices'>;

/** Keeps what is filled in over a reload of the page, but for files, which no storage of this kind holds. */
export function keepForm(session: Session): void {
  const { task, model, values, parameters, choices } = session.getSnapshot();
  if (!task) return;
  const kept = { task: task.id, model, values: writable(task, values), parameters, choices };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing keeps no form, either.
  }
}

/** Fills in once more what was kept, once; what cannot be read is forgotten. */
export function bringBackForm(session: Session): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Form & { task: string }) | null;
    sessionStorage.removeItem(KEY);
    if (!kept) return;
    session.chooseTask(kept.task);
    const { task } = session.getSnapshot();
    if (kept.model !== undefined) session.chooseModel(kept.model);
    if (task) session.fill(writable(task, kept.values));
    session.setParameters(textsIn(kept.parameters));
    session.setChoices(kept.choices);
  } catch {
    // Nothing is brought back.
  }
}

/** The values of a task's fields that are plain data, each of its field's form. */
function writable({ fields }: Task, values: SessionState['values']): SessionState['values'] {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      const isPlain =
        (kind === 'json' && value !== undefined) ||
        (kind === 'list' && Array.isArray(value) && value.every((entry) => typeof entry === 'string')) ||
        ((kind === 'text' || kind === 'choice') && typeof value === 'string') ||
        typeof value === kind;
      return isPlain ? [[name, value]] : [];
    }),
  );
}

function textsIn(parameters: SessionState['parameters']): SessionState['parameters'] {
  return Object.fromEntries(Object.entries(parameters).filter(([, text]) => typeof text === 'string'));
}
