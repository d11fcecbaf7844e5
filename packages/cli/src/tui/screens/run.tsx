import { canRun, proposedName } from '@tryout/engine';
import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import { SavePrompt } from '../components/save-prompt.tsx';
import { type LastRun, runToKeep } from '../../results/farewell.ts';
import { withHolding } from '../../files/ending-fits.ts';
import { useKeys } from '../hooks/use-keys.ts';
import {
  type PickerMemory,
  useNotify,
  usePicker,
  useSessionWithProgress,
  useTerminal,
} from '../hooks/use-picker.ts';
import { usePlayer } from '../hooks/use-job.ts';
import { type ResultFile, resultFiles, savedWords, textFile } from '../../results/save-result.ts';
import { JsonResult, resultComponents, TextResult } from '../results/results.tsx';
import { headLines, outputLabel, useRunClock } from './run-head.ts';
import { partialAnswer, useRunCommands } from './run-commands.ts';

/** From this height on there is an empty line, and the label of the output has a line of its own. */
const ROOMY = 12;

/** The run that the form has started, and runs of the same inputs after it. */
export function RunScreen(): ReactNode {
  const [count, setCount] = useState(1);
  return <Run key={count} onRetry={() => setCount(count + 1)} />;
}

/** A run: its progress, what streams in, its result, or its error. */
function Run({ onRetry }: { onRetry(): void }): ReactNode {
  const settings = usePicker();
  const { session, memory, isRead } = settings;
  const shown = useTerminal();
  const { terminal, theme, body } = shown;
  const notify = useNotify();
  const state = useSessionWithProgress();
  const { task, run } = state;
  const { result } = run;
  const clock = useRunClock(run);
  const player = usePlayer();
  const [isJson, setIsJson] = useState(false);
  /** JSON that was shown once keeps its place. */
  const [hasJson, setHasJson] = useState(false);
  /** The part that is chosen among several, from 0. */
  const [chosen, setChosen] = useState<number>();
  /** The file name that is proposed while it is asked where to save. */
  const [saving, setSaving] = useState<string>();
  const isSaving = saving !== undefined;
  useEffect(() => rememberRun(memory, runToKeep(state)), [memory, state]);

  const commands = useRunCommands(run, {
    isJson,
    toggleJson() {
      setIsJson(!isJson);
      setHasJson(true);
    },
    chosen,
    choose: setChosen,
    player,
    save() {
      const view = result?.view ?? { kind: 'text' as const, text: '' };
      if (task) setSaving(proposedName(task.id, view, isJson));
    },
    retry() {
      if (!canRun(session.getSnapshot())) return notify('Some input is missing: e goes back to the inputs.');
      onRetry();
      void session.run();
    },
  });
  useKeys({
    isActive: !isSaving,
    commands,
    onKey({ name }) {
      if (name !== 'escape' || !clock.isLateCancel()) return false;
      notify('The run has just ended; Esc again goes back.');
      return true;
    },
  });

  const asked = isSaving ? 1 : 0;
  const isRoomy = body.rows >= ROOMY;
  const label = outputLabel(run);
  const facts = [
    ...headLines(state, clock, settings, shown, isRoomy || isRead ? undefined : label),
    ...(player.isPlaying ? [theme.accent('Playing; p stops it.')] : []),
  ].slice(0, Math.max(1, body.rows - asked - 1));
  const labelLines = label ? [theme.title(label)] : [];
  const head = isRead ? [...facts, ...labelLines] : isRoomy ? [...facts, '', ...labelLines] : facts;
  const room = { columns: body.columns, rows: Math.max(0, body.rows - head.length - asked) };
  const props = { run, head, room, chosen, hasKeys: !isSaving };
  const Result = result ? resultComponents[result.view.kind] : TextResult;

  function onSaved(files: readonly ResultFile[]): void {
    const paths = files.map(({ path }) => path);
    if (result) memory.savedFiles.set(result, paths);
    setSaving(undefined);
    notify(savedWords(withHolding(paths[0]!, files[0]!.contentType), paths.length - 1), 'good');
  }

  return (
    <Box flexDirection="column" {...(isRead ? {} : { height: body.rows })}>
      <Box flexDirection="column" flexGrow={1} overflowY={isRead ? 'visible' : 'hidden'}>
        <Result {...props} isShown={!isJson} />
        {hasJson && <JsonResult {...props} isShown={isJson} />}
      </Box>
      {isSaving && (
        <SavePrompt
          proposed={saving}
          filesOf={async (name) => {
            if (!result) return [textFile(name, partialAnswer(run))];
            const savedTo = memory.savedFiles.get(result)?.[0];
            return resultFiles(result, { name, asJson: isJson, savedTo, terminal });
          }}
          onSaved={onSaved}
          onCancel={() => setSaving(undefined)}
        />
      )}
    </Box>
  );
}

/** The session forgets a run when another model is chosen. */
function rememberRun(memory: PickerMemory, run: LastRun | undefined): void {
  if (run) memory.lastRun = run;
}
