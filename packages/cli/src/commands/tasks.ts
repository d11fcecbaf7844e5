import {
  getOptionName,
  isMoreTask,
  loadTaskCatalog,
  MORE_TASKS,
  taskNamed,
  tasks,
  type Task,
} from '@tryout/engine';
import { createCall, type Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { styleFor } from '../terminal/index.ts';
import { table, type Column } from '../terminal/table.ts';

const task: Column<Task> = { title: 'TASK', value: ({ id }) => id };
const summary: Column<Task> = { title: 'SUMMARY', value: (task) => task.summary, minWidth: 30, wraps: true };
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

/** `tryout tasks [task]`: all tasks with their inputs and results, or what the catalog says about one. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('[task]', 'task to describe').action(async (name?: string) => {
    const call = await createCall(command, runtime);
    const { options, output } = call;
    if (name !== undefined) return describe(call, taskNamed(name));
    const { isTerminal, columns } = output.terminal;
    const tableColumns = isTerminal && columns < WIDE ? [task, summary] : [task, ...details, summary];
    if (options.json) return output.json(tasks.map(getFacts));
    const specified = tasks.filter((task) => !isMoreTask(task));
    output.write(await table(specified, tableColumns, output.terminal));
    const heading = isTerminal ? `\n${styleFor(output.terminal).bold(MORE_TASKS)}\n` : '';
    output.write(heading + (await table(tasks.filter(isMoreTask), tableColumns, output.terminal)));
  });
};

/** Lines of prose are not longer in wide terminals. */
const MAX_COLUMNS = 80;

async function describe(call: Call, task: Task): Promise<void> {
  const { options, output } = call;
  const catalog = await withContext(call, ({ connection, signal }) =>
    loadTaskCatalog(connection, task, signal),
  );
  const { summary: about, ...details } = catalog;
  if (options.json) return output.json({ ...getFacts(task), about, ...details });
  const { catalogBlocks } = await import('../results/task-catalog.ts');
  const columns = Math.min(output.terminal.columns, MAX_COLUMNS);
  const blocks = catalogBlocks(task, catalog, { ...output.terminal, columns });
  output.write(`${blocks.flatMap(({ lines }) => lines).join('\n')}\n`);
}

function getFacts(task: Task) {
  const { id, label, modality, summary, result, aliases } = task;
  return { id, label, modality, summary, fields: getFields(task), result: result.kind, aliases };
}

function getFields({ fields }: Task) {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    kind: field.kind,
    label: field.label,
    option: `--${getOptionName(name, field)}`,
  }));
}
