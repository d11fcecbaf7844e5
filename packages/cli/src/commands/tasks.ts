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
import { styleFor } from '../screen/index.ts';
import { table, type Column } from '../screen/table.ts';

/** A task, or a heading above the tasks that follow it. */
type Row = Task | string;

/** A column that is empty for headings. */
const taskColumn = (title: string, value: (task: Task) => string): Column<Row> => ({
  title,
  value: (row) => (typeof row === 'string' ? '' : value(row)),
});
const task: Column<Row> = { title: 'TASK', value: (row) => (typeof row === 'string' ? row : row.id) };
const summary: Column<Row> = { ...taskColumn('SUMMARY', (row) => row.summary), minWidth: 30, wraps: true };
const details: readonly Column<Row>[] = [
  taskColumn('INPUTS', (row) =>
    getFields(row)
      .map(({ option }) => option)
      .join(' '),
  ),
  taskColumn('RESULT', ({ result }) => result.kind),
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
    const heading: readonly Row[] = isTerminal ? [MORE_TASKS] : [];
    const specified = tasks.filter((row) => !isMoreTask(row));
    const rows = [...specified, ...heading, ...tasks.filter(isMoreTask)];
    const { bold } = styleFor(output.terminal);
    output.write(
      await table(rows, tableColumns, output.terminal, (text, row) =>
        typeof rows[row] === 'string' ? bold(text) : text,
      ),
    );
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
  const { catalogBlocks } = await import('../deliver/task-catalog.ts');
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
