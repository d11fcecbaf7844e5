import { InputError } from '../errors/index.ts';
import type { Fields } from '../fields/index.ts';
import { didYouMean, similarNames } from '../text/index.ts';
import type { TaskDefinition } from './define-task.ts';
import { taskDefinitions, type TaskId } from './definitions.ts';
import names from './names.generated.json' with { type: 'json' };

/** Labels of the Hub's categories, in its order. */
const modalityNames: Readonly<Record<string, string>> = names.modalities;

/** A task with its names on the Hub. */
export interface Task extends TaskDefinition<Fields> {
  readonly id: TaskId;
  /** For example `Text Classification`. */
  readonly label: string;
  readonly modality: string;
}

/** All tasks in display order. */
export const tasks: readonly Task[] = Object.entries(taskDefinitions).map(([id, definition]) => ({
  ...(definition as unknown as TaskDefinition),
  ...names.tasks[id as TaskId],
  id: id as TaskId,
}));

export function isTaskId(id: string): id is TaskId {
  return Object.hasOwn(taskDefinitions, id);
}

/** IDs and aliases. */
const byName = new Map(tasks.flatMap((task) => [task.id, ...task.aliases].map((name) => [name, task])));

/** The task with an ID or alias, such as `asr` or `Speech to Text`. */
export function findTask(name: string): Task | undefined {
  return byName.get(hyphenated(name));
}

/** The tasks that an unknown name may stand for, the most similar first. */
export function similarTasks(name: string): Task[] {
  const names = similarNames(name, [...byName.keys()], byName.size);
  return [...new Set(names.map((near) => byName.get(near)!))].slice(0, 3);
}

function hyphenated(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

/**
 * The task with an ID or alias.
 * @throws InputError for an unknown task; its hint has similar ones
 */
export function taskNamed(name: string): Task {
  const task = findTask(name);
  if (task) return task;
  const near = similarTasks(name).map(({ id }) => id);
  throw new InputError(`Unknown task '${name}'`, {
    hint: didYouMean(near) || `Choose one of the ${tasks.length} tasks, such as text-generation.`,
  });
}

/** All tasks by the Hub's categories, in its order, such as `nlp`, labeled `Natural Language Processing`. */
export const taskGroups = Object.entries(modalityNames).map(([modality, label]) => ({
  modality,
  label,
  tasks: tasks.filter((task) => task.modality === modality),
}));

export function modalityLabel({ modality }: Pick<Task, 'modality'>): string {
  return modalityNames[modality] ?? modality;
}
