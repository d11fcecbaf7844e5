import type { Command } from 'commander';
import { taskNamed } from '@tryout/engine';
import { fitLines } from '../../program/help/wrap-words.ts';

/** The help of a command that makes a request: with a task that task's, else the command's own with its examples. */
export async function requestHelp(
  command: Command,
  taskName: string | undefined,
  examples: string,
  columns: number,
): Promise<string> {
  if (taskName === undefined) return command.helpInformation() + fitLines(examples, columns);
  const task = taskNamed(taskName);
  const { taskHelp } = await import('./task-help.ts');
  return taskHelp(command, task, columns);
}
