import { modalityLabel, type Task } from '../tasks/index.ts';
import { taskExchange } from './task-exchange.ts';

/** Words that find a task beside its name: what it is about, takes and gives. */
export function taskWords(task: Task): string {
  const { takes, gives } = taskExchange(task);
  const also = task.conversation ? ['chat', 'conversation'] : [];
  return [task.id, task.modality, modalityLabel(task), ...takes, gives, ...also, task.summary].join(' ');
}
