import {
  computeAgreement,
  getUnconfirmed,
  isRunning,
  recordVote,
  type Agreement,
  type ComparedRun,
} from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { createMaskDecoder } from '../../deliver/annotated-image.ts';
import { renderComparison } from '../../deliver/comparison.ts';
import { SCROLLED } from '../../deliver/renderer.ts';
import { Lines } from '../components/text.tsx';
import { useLongLines } from '../components/scroll.tsx';
import { showComparison, useComparison, useMarks } from '../hooks/use-comparison.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useStore, type OpenComparison } from '../hooks/stores.ts';

/** The results of several models on the same input. */
export function CompareScreen(): ReactNode {
  const open = useStore(usePicker().comparison);
  return open ? <ComparedResults open={open} /> : undefined;
}

function ComparedResults({ open }: { readonly open: OpenComparison }): ReactNode {
  const settings = usePicker();
  const { session, navigation, notify, runInBackground } = settings;
  const { terminal, body } = useTerminal();
  const { clear } = useMarks();
  const [selected, setSelected] = useState(0);
  const { comparison, options, order, isBlind } = open;
  const { runs, names, group, isActive } = useComparison(open);
  const lines = useDrawing(
    { runs, names, isBlind, group, selected: Math.min(selected, runs.length - 1) },
    isActive,
  );
  const long = useLongLines(lines, body.rows);
  const current = runs[selected]!;
  const { run, candidate } = current;

  const select = (step: number) => setSelected((selected + step + runs.length) % runs.length);
  function again(blind: boolean): void {
    if (getUnconfirmed(session.getSnapshot()).length > 0)
      return notify('This run is not confirmed. Press Esc to go back.');
    const { earlier: _earlier, ...next } = options;
    showComparison(settings, next, blind);
  }
  /** Shows the run of a candidate like any other run. */
  function show(screen: 'run' | 'code'): void {
    const { inputs } = run;
    const ended =
      run.status === 'done' || run.status === 'failed' || run.status === 'canceled' ? run : undefined;
    if (!inputs || !ended) return;
    session.openRun({
      task: options.spec.task.id,
      model: candidate.model,
      inputs,
      run: ended,
      isTrusted: true,
    });
    navigation.open(screen);
  }
  function use(): void {
    clear();
    session.chooseModel(candidate.model);
    navigation.back('compare');
  }
  function vote(winner: number | undefined): void {
    settings.comparison.set({ ...open, isBlind: false });
    runInBackground(async () => {
      const isRecorded = await recordVote(await settings.history(), group, winner);
      const outcome = winner === undefined ? 'Tie' : `You chose ${candidate.model}`;
      notify(
        isRecorded ? `${outcome}.` : `${outcome}. The history is off, so the vote is not counted.`,
        'good',
      );
    });
  }

  const hasResult = run.result !== undefined;
  const canVote = isBlind && runs.filter((each) => each.run.result).length > 1 && !isActive;
  useKeys({
    commands: [
      { ...command('right tab', 'model', 'Select the next model', () => select(1)), oppositeKey: 'left' },
      minorCommand('left shift+tab', 'previous', 'Select the previous model', () => select(-1)),
      isActive && command('escape', 'cancel all', 'Cancel all runs', () => comparison.cancel()),
      isActive &&
        isRunning({ run }) &&
        command('x', 'cancel', 'Cancel the selected model', () => comparison.cancel(order[selected])),
      canVote &&
        hasResult &&
        command('v', 'vote', 'The selected result is the best', () => vote(order[selected])),
      canVote && command('t', 'tie', 'No result is the best', () => vote(undefined)),
      !isBlind && hasResult && command('enter o', 'open', 'Open the selected result', () => show('run')),
      !isBlind && hasResult && command('k', 'code', 'Show code for the selected model', () => show('code')),
      !isBlind && !isActive && command('u', 'use', 'Use the selected model alone', use),
      !isActive && command('r', 'again', 'Run all models again', () => again(false)),
      !isActive && command('b', 'blind', 'Run again without names, and vote', () => again(true)),
      command('w', 'more models', 'Go back to the list to mark more models', () => navigation.back('form')),
      !isActive && minorCommand('e', 'inputs', 'Back to the inputs', () => navigation.back('compare')),
      ...long.commands,
    ],
  });
  return <Lines lines={terminal.isScreenReader ? lines : long.visible} />;
}

interface Drawn {
  readonly runs: readonly ComparedRun[];
  readonly names: readonly string[];
  readonly isBlind: boolean;
  readonly group: string;
  readonly selected: number;
}

/** The comparison as lines. Results are compared when all runs have ended. */
function useDrawing(drawn: Drawn, isActive: boolean): readonly string[] {
  const { terminal, body, isScreenReader } = useTerminal();
  const job = useJob();
  const comparing = useJob();
  const [lines, setLines] = useState<readonly string[]>([]);
  const [compared, setCompared] = useState<{
    readonly of: string;
    readonly agreement?: Agreement | undefined;
  }>();
  const { columns, rows } = body;
  const { runs, names, selected, group } = drawn;
  const agreement = compared?.of === group ? compared.agreement : undefined;
  const title = names.join('\n');
  // Screen readers would read each change.
  const states = runs.map(({ run }) => (isScreenReader ? run.status : run));
  useEffect(() => {
    if (isActive) return;
    const views = runs.map(({ run }) => run.result?.view);
    comparing.start(
      (signal) => computeAgreement(views, { decodeMask: createMaskDecoder(), signal }),
      (next) => setCompared({ of: group, agreement: next }),
    );
    // The results of ended runs do not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [comparing, isActive, group]);
  useEffect(() => {
    job.start(
      () =>
        renderComparison(
          { ...drawn, agreement, limits: SCROLLED },
          { ...terminal, isTerminal: true, columns, rows },
        ),
      (text) => setLines(text.trimEnd().split('\n')),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [job, terminal, columns, rows, selected, agreement, title, ...states]);
  return lines;
}
