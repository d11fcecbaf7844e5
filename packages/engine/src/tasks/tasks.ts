import { InputError } from '../errors/index.ts';
import type { Fields } from '../fields/index.ts';
import { closest } from '../text/index.ts';
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
  /** A sentence or two; empty where the Hub has none. */
  readonly summary: string;
}

/** All tasks in display order. */
export const tasks: readonly Task[] = Object.entries(taskDefinitions).map(([id, definition]) => ({
  ...(definition as unknown as TaskDefinition),
  ...names.tasks[id as TaskId],
  id: id as TaskId,
}));

const byId = new Map<string, Task>(tasks.map((task) => [task.id, task]));

export function isTaskId(id: string): id is TaskId {
  return byId.has(id);
}

/** A task by its ID, or by the Hub's task of chat models that take pictures. @throws InputError for an unknown task; its hint has the most similar name */
export function taskNamed(id: string): Task {
  const task = byId.get(id) ?? tasks.find(({ conversation }) => conversation?.pictureTask === id);
  if (task) return task;
  const near = closest(
    id.replace(/[\s_]+/g, '-'),
    tasks.map((known) => known.id),
  );
  throw new InputError(`There is no task '${id}'`, {
    hint: near ? `Did you mean ${near}?` : `The tasks are: ${tasks.map((known) => known.id).join(', ')}.`,
  });
}

export interface TaskGroup {
  /** For example `nlp`. */
  readonly modality: string;
  /** For example `Natural Language Processing`. */
  readonly label: string;
  /** In display order. */
  readonly tasks: readonly Task[];
}

/** All tasks by the Hub's categories, in its order. */
export const taskGroups: readonly TaskGroup[] = Object.entries(modalityNames).map(([modality, label]) => ({
  modality,
  label,
  tasks: tasks.filter((task) => task.modality === modality),
}));

export function modalityLabel({ modality }: Pick<Task, 'modality'>): string {
  return modalityNames[modality] ?? modality;
}
