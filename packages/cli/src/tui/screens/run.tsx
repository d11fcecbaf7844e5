import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { isRunFile, resultFiles, runFile, textFile, type ResultFile } from '../../results/save-result.ts';
import { SavePrompt } from '../components/prompt.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSessionWithProgress, useTerminal } from '../hooks/use-picker.ts';
import { JsonResult, RunOutput } from '../results/results.tsx';
import { outputLabel, useHeadLines } from '../components/run-head.ts';
import { partialAnswer, useRunActions } from '../hooks/use-run-actions.ts';

/** Minimum height for an empty line and a separate label line. */
const ROOMY = 12;

/** The current run, and its repetitions. */
export function RunScreen(): ReactNode {
  const [count, setCount] = useState(1);
  return <Run key={count} onRetry={() => setCount(count + 1)} />;
}

function Run({ onRetry }: { onRetry(): void }): ReactNode {
  const { memory } = usePicker();
  const { terminal, theme, body, isScreenReader } = useTerminal();
  const state = useSessionWithProgress();
  const { run } = state;
  const { result } = run;
  const { commands, isJson, partIndex, isPlaying, saving, closePrompt, loadStoredRun } = useRunActions(
    state,
    onRetry,
  );
  const isSaving = saving !== undefined;
  useKeys({ isActive: !isSaving, commands });

  const promptRows = isSaving ? 1 : 0;
  const isRoomy = body.rows >= ROOMY;
  const label = outputLabel(run);
  const facts = [
    ...useHeadLines(state, isRoomy || isScreenReader ? undefined : label),
    ...(isPlaying ? [theme.accent('Playing. Press p to stop.')] : []),
  ].slice(0, Math.max(1, body.rows - promptRows - 1));
  const title = label ? [theme.title(label)] : [];
  const head = isScreenReader ? [...facts, ...title] : isRoomy ? [...facts, '', ...title] : facts;
  const room = { columns: body.columns, rows: Math.max(0, body.rows - head.length - promptRows) };
  const props = { run, head, room, partIndex, hasKeys: !isSaving };

  async function getFiles(name: string): Promise<readonly ResultFile[]> {
    if (loadStoredRun && isRunFile(name)) return [await runFile(await loadStoredRun(), name)];
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
        <SavePrompt proposed={saving} getFiles={getFiles} onSaved={onSaved} onClose={closePrompt} />
      )}
    </Box>
  );
}
