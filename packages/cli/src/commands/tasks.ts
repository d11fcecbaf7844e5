import { optionNameOf, tasks, type Task } from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { callOf } from '../context/call.ts';
import { table, type Column } from './table.ts';

const columns: readonly Column<Task>[] = [
  { title: 'TASK', value: ({ id }) => id },
  {
    title: 'TAKES',
    value: (task) =>
      fieldsOf(task)
        .map(({ option }) => option)
        .join(' '),
  },
  { title: 'GIVES', value: ({ result }) => result.kind },
  { title: 'SUMMARY', value: ({ summary }) => summary, least: 10 },
];

function fieldsOf({ fields }: Task) {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    kind: field.kind,
    label: field.label,
    option: `--${optionNameOf(name, field)}`,
  }));
}

/** `tryout tasks`: what there is. */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const { options, output } = await callOf(command, runtime);
    if (!options.json) return output.write(await table(tasks, columns, output.terminal));
    output.json(
      tasks.map((task) => ({
        id: task.id,
        label: task.label,
        modality: task.modality,
        summary: task.summary,
        fields: fieldsOf(task),
        result: task.result.kind,
      })),
    );
  });
};
