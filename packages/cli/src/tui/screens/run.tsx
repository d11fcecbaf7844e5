import { canRun, defaultFileName, needsConfirmation, runFileName } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { isRunFile, resultFiles, runFile, textFile, type ResultFile } from '../../results/save-result.ts';
import { SavePrompt } from '../components/save-prompt.tsx';
import { usePlayer } from '../hooks/use-job.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSessionWithProgress, useTerminal } from '../hooks/use-picker.ts';
import { useCopyLink } from '../hooks/use-stored-run.ts';
import { JsonResult, RunOutput } from '../results/results.tsx';
import { partialAnswer, useRunCommands } from './run-commands.ts';
import { outputLabel, useHeadLines } from './run-head.ts';

/** Minimum height for an empty line and a separate label line. */
const ROOMY = 12;

/** The current run, and its repetitions. */
export function RunScreen(): ReactNode {
  const [count, setCount] = useState(1);
  return <Run key={count} onRetry={() => setCount(count + 1)} />;
}

function Run({ onRetry }: { onRetry(): void }): ReactNode {
  const { session, memory, notify, runInBackground } = usePicker();
  const { terminal, theme, body, isScreenReader } = useTerminal();
  const state = useSessionWithProgress();
  const { task, run } = state;
  const { result } = run;
  const player = usePlayer('Save it with s and play it elsewhere.');
  const [isJson, setIsJson] = useState(false);
  /** Index of the selected part. */
  const [chosen, setChosen] = useState<number>();
  /** The proposed file name while the save prompt is open. */
  const [saving, setSaving] = useState<string>();
  const isSaving = saving !== undefined;
  const copyLink = useCopyLink();
  const stored = run.inputs && memory.storedRuns.get(run.inputs);

  const commands = useRunCommands(run, {
    isJson,
    toggleJson: () => setIsJson(!isJson),
    chosen,
    choose: setChosen,
    player,
    save() {
      const view = result?.view ?? { kind: 'text' as const, text: '' };
      if (task) setSaving(defaultFileName(task.id, view, isJson));
    },
    ...(stored && {
      saveRun: () => task && setSaving(runFileName(task.id)),
      copyLink: () => runInBackground(async () => copyLink(await stored())),
    }),
    retry() {
      const now = session.getSnapshot();
      if (needsConfirmation(now)) return notify('The endpoint is not confirmed. Press e to go back.');
      const isAnswered = !canRun(now) && now.chat.exchanges.length > 0;
      if (!canRun(now) && !isAnswered) return notify('Inputs are missing. Press e to go back.');
      onRetry();
      void (isAnswered ? session.regenerate() : session.run());
    },
  });
  useKeys({
    isActive: !isSaving,
    commands,
  });

  const promptRows = isSaving ? 1 : 0;
  const isRoomy = body.rows >= ROOMY;
  const label = outputLabel(run);
  const facts = [
    ...useHeadLines(state, isRoomy || isScreenReader ? undefined : label),
    ...(player.isPlaying ? [theme.accent('Playing. Press p to stop.')] : []),
  ].slice(0, Math.max(1, body.rows - promptRows - 1));
  const title = label ? [theme.title(label)] : [];
  const head = isScreenReader ? [...facts, ...title] : isRoomy ? [...facts, '', ...title] : facts;
  const room = { columns: body.columns, rows: Math.max(0, body.rows - head.length - promptRows) };
  const props = { run, head, room, chosen, hasKeys: !isSaving };

  async function filesOf(name: string): Promise<readonly ResultFile[]> {
    if (stored && isRunFile(name)) return [await runFile(await stored(), name)];
    if (!result) return [textFile(name, partialAnswer(run))];
    const savedTo = memory.savedFiles.get(result)?.[0];
    return resultFiles(result, { name, asJson: isJson, savedTo, terminal });
  }

  function onSaved(paths: readonly string[]): void {
    if (result && !isRunFile(paths[0]!)) memory.savedFiles.set(result, paths);
  }

  return (
    <Box flexDirection="column" height={isScreenReader ? undefined : body.rows}>
      <Box flexDirection="column" flexGrow={1} overflowY={isScreenReader ? 'visible' : 'hidden'}>
        {isJson ? <JsonResult {...props} /> : <RunOutput {...props} />}
      </Box>
      {isSaving && (
        <SavePrompt
          proposed={saving}
          filesOf={filesOf}
          onSaved={onSaved}
          onClose={() => setSaving(undefined)}
        />
      )}
    </Box>
  );
}
