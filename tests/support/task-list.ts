import { tasks, type Task } from '@tryout/engine';

/** Matches the picker's list of all tasks. */
export const allTasks = new RegExp(`(?<!of )${tasks.length} tasks`);

/** One task for each way to read a response. */
export const tasksOfEachReader = (): Task[] => [
  ...new Map(tasks.map((task) => [`${task.result.reader} ${task.result.kind}`, task])).values(),
];

/** One task per combination of field kinds and per result kind: tasks of the same kinds run the same code. */
export function tasksOfEachKind(): Task[] {
  const formOfTask = ({ fields }: Task) =>
    Object.values(fields)
      .map(({ kind }) => kind)
      .join(', ');
  const ofForms = [...new Map(tasks.map((task) => [formOfTask(task), task])).values()];
  const shown = new Set(ofForms.map(({ result }) => result.kind));
  const ofResults = new Map(tasks.map((task) => [task.result.kind, task]));
  return [...ofForms, ...[...ofResults.values()].filter(({ result }) => !shown.has(result.kind))];
}

const seenKinds = new Set<string>();
const ofNewFields = tasksOfEachKind().filter(({ fields, result }) => {
  const kinds = Object.values(fields).map(({ kind }) => kind);
  const isNew = result.kind !== 'video' && kinds.some((kind) => !seenKinds.has(kind));
  if (isNew) for (const kind of kinds) seenKinds.add(kind);
  return isNew;
});

/** The tags of tests for each task: nightly, except for one task of each kind of field. */
export const tagsOf = (task: Task): string[] => (ofNewFields.includes(task) ? [] : ['nightly']);
