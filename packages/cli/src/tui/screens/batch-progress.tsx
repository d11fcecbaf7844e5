import {
  count,
  describeProgress,
  reportPage,
  visibleLine,
  type Report,
  type RowSummary,
} from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { describeSummary, getBatchError } from '../../batch/progress.ts';
import { drawReport, getReportNotes } from '../../batch/report.ts';
import type { BatchState } from '../../batch/start-batch.ts';
import { withHome } from '../../read-argv/paths.ts';
import { saveUnderFreeName } from '../../deliver/save-file.ts';
import { bar, flow, getWidth, pad } from '../../screen/index.ts';
import { useCopy, useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useStore, type OpenBatch } from '../hooks/stores.ts';
import { useLongLines } from '../components/scroll.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';

interface BatchProgressProps {
  readonly open: OpenBatch;
  readonly run: NonNullable<OpenBatch['run']>;
}

/** A batch that runs, and its report when it has ended. */
export function BatchProgress({ open, run }: BatchProgressProps): ReactNode {
  const { batch: store, runInBackground } = usePicker();
  const { body, isScreenReader } = useTerminal();
  const copy = useCopy();
  const openPage = useOpen();
  const state = useStore(run.batch);
  const { status, summary, report } = state;
  const lines = useLines(state, run);
  const long = useLongLines(lines, body.rows);
  const isActive = status !== 'ended';
  const [page, setPage] = useState<string>();

  function again(retriesErrors: boolean): void {
    const { run: _run, ...choices } = open;
    store.set({ ...choices, output: run.output, retriesErrors });
  }
  function openReport(): void {
    runInBackground(async () => {
      const name = `${withHome(run.output).replace(/\.jsonl$/i, '')}.html`;
      const path = page ?? (await saveUnderFreeName(name, reportPage(report!)));
      setPage(path);
      openPage(path, `Opened ${path}`);
    });
  }
  const failures = summary ? summary.failed + summary.skippedFailures : 0;
  const stopHelp = 'Finish the rows in flight; again: end at once';
  useKeys({
    commands: [
      isActive &&
        command('escape ctrl+c', status === 'stopping' ? 'end now' : 'stop', stopHelp, () =>
          run.batch.stop(),
        ),
      !isActive &&
        (!summary || summary.stop !== undefined) &&
        command('r', 'continue', 'Run the rows that are not done', () => again(open.retriesErrors)),
      !isActive &&
        failures > 0 &&
        command('f', 'failed again', 'Run the failed rows again', () => again(true)),
      report !== undefined && command('o', 'HTML report', 'Save the report as HTML and open it', openReport),
      command('c', 'copy command', 'Copy the command that runs and continues this batch', () =>
        copy(run.command),
      ),
      ...long.commands,
    ],
  });
  return <Lines lines={isScreenReader ? lines : long.visible} />;
}

const nextSteps = {
  resume: 'Press r to continue.',
  retry: 'Press f to run them again.',
  raiseLimit: 'Press r, then raise the cost limit.',
};

const MAX_BAR = 60;
/** Rows that are shown after the end. */
const SHOWN_ROWS = 20;

function useLines(
  state: BatchState,
  { output, command: resume }: BatchProgressProps['run'],
): readonly string[] {
  const { terminal, theme, body, isScreenReader } = useTerminal();
  const { columns } = body;
  const { status, progress, total, summary, report, error } = state;
  const tables = useReport(report);
  const cut = (text: string) => theme.cut(text, columns);
  const text = (content: string, style?: (line: string) => string) => paragraph(content, columns, style);
  const later = text(`To continue later: ${resume}`, theme.dim);
  if (status !== 'ended') {
    const known = progress ?? { done: 0, failed: 0, skipped: 0 };
    const share =
      total === undefined || total === 0 ? 0 : (known.done + known.failed + known.skipped) / total;
    const width = Math.min(columns, MAX_BAR);
    const filled = bar(share, width, terminal);
    const rest = theme.dim(theme.rule.repeat(Math.max(0, width - getWidth(filled))));
    const stopping = 'Finishing the rows in flight. Press Esc again to end at once.';
    const head = [
      cut(`Writing to ${output}`),
      theme.accent(filled) + rest,
      ...(progress
        ? flow(describeProgress(progress, total).map(visibleLine), theme.separator, columns).split('\n')
        : ['Starting']),
      ...(status === 'stopping' ? [...text(stopping, theme.accent), ...later] : []),
      '',
    ];
    // Screen readers would read each change.
    if (isScreenReader) return status === 'stopping' ? [stopping, ...later] : [`Running. ${head[0]}`];
    return [
      ...head,
      ...state.rows.slice(-Math.max(1, body.rows - head.length)).map((row) => describeRow(row)),
    ];
  }
  const problem = summary ? getBatchError(summary, nextSteps) : error;
  const isInterrupted = summary?.stop?.reason === 'interrupted';
  return [
    ...(summary ? describeSummary(summary, theme.separator).flatMap((line) => text(line)) : []),
    ...(isInterrupted
      ? text('Stopped.', theme.accent)
      : summary && !summary.stop
        ? []
        : errorLines(problem, columns, theme)),
    ...text(`Output: ${output}`),
    ...(summary?.stop || !summary ? later : []),
    ...(tables.length > 0 ? ['', ...tables] : []),
    ...(report ? ['', ...getReportNotes(report).flatMap((note) => text(note))] : []),
    '',
    ...state.rows.slice(-SHOWN_ROWS).map((row) => describeRow(row)),
  ];

  function describeRow({ row, input, model, answer, failure }: RowSummary): string {
    const number = pad(count(row), 5, 'right');
    const room = columns - 7;
    const inputWidth = Math.max(8, room >> 1);
    const models = state.progress?.models ?? summary?.models ?? [];
    const name = models.length > 1 ? `${model}: ` : '';
    const result = theme.cut(name + (failure ?? answer), room - inputWidth);
    const shown = failure === undefined ? result : theme.error(result);
    return `${theme.dim(number)} ${pad(theme.cut(input, inputWidth - 1), inputWidth)} ${shown}`;
  }
}

/** The tables of a report, drawn for the terminal. */
function useReport(report: Report | undefined): readonly string[] {
  const { terminal, body } = useTerminal();
  const job = useJob();
  const [lines, setLines] = useState<readonly string[]>([]);
  const { columns, rows } = body;
  useEffect(() => {
    if (report)
      job.start(
        () => drawReport(report, { ...terminal, isTerminal: true, columns, rows }),
        (text) => setLines(text.trimEnd().split('\n')),
      );
  }, [job, report, terminal, columns, rows]);
  return lines;
}
