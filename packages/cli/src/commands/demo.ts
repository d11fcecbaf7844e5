import { elapsed, tasks } from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { callOf } from '../context/call.ts';
import { isInteractive } from '../context/interactive.ts';
import { withContext } from '../context/with-context.ts';
import { demoRow, FailedDemoError, type DemoRow } from './demo/demo-row.ts';
import { table, type Column } from './table.ts';

const columns: readonly Column<DemoRow>[] = [
  { title: 'TASK', value: ({ task }) => task },
  { title: 'MODEL', value: ({ model }) => model ?? '', least: 24 },
  { title: 'INPUT', value: ({ input }) => input, least: 16 },
  {
    title: 'ANSWER',
    value: ({ answer, error }) => answer ?? `failed: ${error?.message ?? ''}`,
    least: 30,
  },
  { title: 'TIME', value: ({ seconds }) => elapsed(seconds), side: 'right' },
];

/**
 * `tryout demo`: the picker on the embedded hub. Without a terminal, and with `--json`, every task once, each with its
 * default model and that model's first example.
 */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const parsed = await callOf(command, runtime);
    if (!parsed.options.json && isInteractive(runtime)) return runtime.openSandbox(command);
    const call = { ...parsed, options: { ...parsed.options, sandbox: true } };
    const { options, output } = call;
    const rows: DemoRow[] = [];
    await withContext(call, async (context) => {
      for (const task of tasks) {
        output.progress.note(`${task.label} (${rows.length + 1} of ${tasks.length})`);
        rows.push(await demoRow(context, task));
      }
    });
    if (options.json) output.json(rows);
    else output.write(await table(rows, columns, output.terminal));
    const failed = rows.filter(({ error }) => error !== undefined);
    if (failed.length > 0) throw new FailedDemoError(failed.map(({ task }) => task));
  });
};
