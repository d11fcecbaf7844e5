import { modalityNames } from './names.generated.ts';
import { tasks, type Task } from './tasks.ts';

/** Tasks of one of the Hub's categories. */
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

/** What the Hub calls a task's category. */
export function modalityLabel({ modality }: Pick<Task, 'modality'>): string {
  return modality in modalityNames ? modalityNames[modality as keyof typeof modalityNames] : modality;
}
