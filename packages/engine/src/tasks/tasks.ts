import { InputError } from '../errors/index.ts';
import type { Fields } from '../fields/index.ts';
import type { TaskDefinition } from './define-task.ts';
import { audioTasks, imageTasks, videoTasks } from './definitions/media.ts';
import { tableTasks, textTasks } from './definitions/text.ts';
import names from './names.generated.json' with { type: 'json' };

const definitions = { ...audioTasks, ...imageTasks, ...tableTasks, ...textTasks, ...videoTasks };

export type TaskId = keyof typeof definitions;

/** Tasks that providers began to run later, in display order. */
const moreTasks: readonly TaskId[] = [
  'text-to-video',
  'image-to-video',
  'image-text-to-image',
  'image-text-to-video',
  'text-to-audio',
];

/** Labels of the Hub's categories, in its order. */
const modalityNames: Readonly<Record<string, string>> = names.modalities;

/** A task with its names on the Hub. */
export interface Task extends TaskDefinition<Fields> {
  readonly id: TaskId;
  /** For example `Text Classification`. */
  readonly label: string;
  readonly modality: string;
}

const specifiedTasks = (Object.keys(definitions) as TaskId[]).filter((id) => !moreTasks.includes(id)).sort();

/** All tasks in display order: those of the specification (section 2) by ID, then the others. */
export const tasks: readonly Task[] = [...specifiedTasks, ...moreTasks].map((id) => ({
  ...(definitions[id] as unknown as TaskDefinition),
  ...names.tasks[id],
  id,
}));

export function isTaskId(id: string): id is TaskId {
  return Object.hasOwn(definitions, id);
}

/** IDs and aliases. */
export const tasksByName = new Map(
  tasks.flatMap((task) => [task.id, ...task.aliases].map((name) => [name, task])),
);

/** The task with an ID or alias, such as `asr` or `Speech to Text`. */
export function findTask(name: string): Task | undefined {
  const id = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return tasksByName.get(id);
}

/** The task to open a model in that this task cannot run; undefined if it can, or if there is none. */
export function findOtherTask(task: Task, modelTask: string | undefined): Task | undefined {
  if (modelTask === undefined || modelTask === task.id || !isTaskId(modelTask)) return undefined;
  const other = getTask(modelTask);
  return task.taskInPath && other.taskInPath ? undefined : other;
}

/**
 * The task with an ID or alias that is known; `taskNamed` is for what users type.
 * @throws InputError for an unknown task
 */
export function getTask(name: string): Task {
  const task = findTask(name);
  if (task) return task;
  throw new InputError(`Unknown task '${name}'`, { code: 'UNKNOWN_TASK' });
}

/** Whether a task is in the group "More tasks", below those of the specification. */
export function isMoreTask({ id }: Pick<Task, 'id'>): boolean {
  return moreTasks.includes(id);
}

export const MORE_TASKS = 'More tasks';

/** The specified tasks by the Hub's categories, in its order, such as `nlp`, labeled `Natural Language Processing`, then the others. */
export const taskGroups = [
  ...Object.entries(modalityNames).map(([modality, label]) => ({
    modality,
    label,
    tasks: tasks.filter((task) => task.modality === modality && !isMoreTask(task)),
  })),
  { modality: 'more', label: MORE_TASKS, tasks: tasks.filter(isMoreTask) },
];

export function modalityLabel({ modality }: Pick<Task, 'modality'>): string {
  return modalityNames[modality] ?? modality;
}

/** What people try first, before they know the names of tasks. */
export const starterTasks = (
  [
    'text-generation',
    'image-segmentation',
    'automatic-speech-recognition',
    'object-detection',
    'image-to-text',
    'text-to-image',
    'translation',
    'text-to-speech',
  ] as const satisfies readonly TaskId[]
).map(getTask);
