import type { Task } from '@tryout/engine';

/**
 * One line about parameters that no schema of the task knows: models may know more, so they are sent.
 * @param command the one whose help lists those that are known
 */
export function unknownParametersNote(
  command: string,
  task: Task,
  [first = '', ...others]: readonly string[],
): string {
  const told = others.length === 0 ? 'it is sent as given' : 'they are sent as given';
  const names = [first, ...others].join(', ');
  return `${task.id} knows no parameter ${names}; ${told}. See tryout ${command} ${task.id} --help.`;
}
