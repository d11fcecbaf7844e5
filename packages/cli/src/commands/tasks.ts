import { getOptionName, tasks, type Task } from '@tryout/engine';
import { createCall } from '../context/context.ts';
import type { DefineCommand } from '../runtime.ts';
import { table, type Column } from '../program/table.ts';

const task: Column<Task> = { title: 'TASK', value: ({ id }) => id };
const summary: Column<Task> = {
  title: 'SUMMARY',
  value: (task) => task.summary,
  minWidth: 30,
  wraps: true,
};
const details: readonly Column<Task>[] = [
  {
    title: 'INPUTS',
    value: (task) =>
      getFields(task)
        .map(({ option }) => option)
        .join(' '),
  },
  { title: 'RESULT', value: ({ result }) => result.kind },
];

/** Narrower terminals show no inputs and results. */
const WIDE = 120;

/** `tryout tasks`: all tasks with their inputs and results. */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const { options, output } = await createCall(command, runtime);
    const { isTerminal, columns } = output.terminal;
    const shown = isTerminal && columns < WIDE ? [task, summary] : [task, ...details, summary];
    if (!options.json) return output.write(await table(tasks, shown, output.terminal));
    output.json(
      tasks.map((task) => ({
        id: task.id,
        label: task.label,
        modality: task.modality,
        summary: task.summary,
        fields: getFields(task),
        result: task.result.kind,
        aliases: task.aliases,
      })),
    );
  });
};

function getFields({ fields }: Task) {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    kind: field.kind,
    label: field.label,
    option: `--${getOptionName(name, field)}`,
  }));
}
