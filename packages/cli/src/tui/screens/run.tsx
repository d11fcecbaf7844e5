import {
  canRun,
  defaultFileName,
  isFailure,
  isRunning,
  getMedia,
  getUnconfirmed,
  NotServedError,
  resultJson,
  resultKinds,
  runFileName,
  splitLink,
  type RunState,
  type SessionState,
} from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { getParts, resultText, withoutControls } from '../../deliver/render-result.ts';
import {
  openableFile,
  isRunFile,
  resultFiles,
  runFile,
  textFile,
  type ResultFile,
} from '../../deliver/save-result.ts';
import { useCopy, useOpen, usePlayer } from '../hooks/use-job.ts';
import {
  command,
  minorCommand,
  type Command,
  usePicker,
  useTerminal,
  useKeys,
  useSessionWithProgress,
} from '../hooks/use-picker.ts';
import { useCopyLink } from '../hooks/opening.ts';
import { Box } from 'ink';
import { SavePrompt } from '../components/prompt.tsx';
import { JsonResult, RunOutput } from '../results/results.tsx';
import { outputLabel, useHeadLines } from '../components/run-head.ts';

/** The commands of the run screen, and what they have changed. */
function useRunActions({ run, task, model }: SessionState, onRetry: () => void) {
  const { session, memory, marks, hubUrl, navigation, notify, runInBackground } = usePicker();
  const { terminal } = useTerminal();
  const copy = useCopy();
  const copyLink = useCopyLink();
  const open = useOpen();
  const player = usePlayer();
  const [isJson, setIsJson] = useState(false);
  const [partIndex, setPartIndex] = useState<number>();
  /** The proposed file name while the save prompt is open. */
  const [saving, setSaving] = useState<string>();
  const { result, error } = run;
  const [, helpPage] = splitLink(isFailure(error) ? (error.hint ?? '') : '', hubUrl);
  const partial = partialAnswer(run);
  const media = result ? getMedia(result.view) : [];
  const paths = (result && memory.savedFiles.get(result)) ?? [];
  const openable = result && openableFile(result, paths);
  const sound = result && resultKinds[result.view.kind].media === 'audio' ? media[partIndex ?? 0] : undefined;
  const parts = result && !isJson ? getParts(result.view) : 0;
  const hasOutput = result !== undefined || partial !== '';
  const loadStoredRun = run.inputs && memory.storedRuns.get(run.inputs);

  function copyResult(): void {
    if (!result) copy(withoutControls(partial));
    else if (isJson) copy(resultJson(result, paths[0]));
    else if (media.length === 0) runInBackground(async () => copy(await resultText(result.view, terminal)));
    else if (paths.length > 0) copy(paths.join('\n'));
    else notify('Save it first with s; then c copies the file path.');
  }
  const save = () => {
    const view = result?.view ?? { kind: 'text' as const, text: '' };
    if (task) setSaving(defaultFileName(task.id, view, isJson));
  };
  const move = (direction: 1 | -1) => {
    // After the last part, no part is selected.
    const next = ((partIndex ?? parts) + direction + parts + 1) % (parts + 1);
    setPartIndex(next === parts ? undefined : next);
  };
  function showAvailable(): void {
    session.filterModels(true);
    session.listModels();
    // Reveals the list of models below the form.
    navigation.back('form');
  }
  function retry(): void {
    const now = session.getSnapshot();
    if (getUnconfirmed(now).length > 0) return notify('This run is not confirmed. Press e to go back.');
    const isAnswered = !canRun(now) && now.chat.exchanges.length > 0;
    if (!canRun(now) && !isAnswered) return notify('Inputs are missing. Press e to go back.');
    onRetry();
    void (isAnswered ? session.regenerate() : session.run());
  }

  function compareWith(): void {
    marks.set({ task: task?.id, models: [model!] });
    navigation.back('form');
  }

  function commands(): readonly (Command | false)[] {
    const copyHelp = result
      ? 'Copy the text, the JSON, or the path of the saved file'
      : 'Copy the partial answer';
    const jsonHelp = isJson ? 'Back to the formatted result' : 'Show the raw response as JSON';
    const hasCode = run.request !== undefined || result !== undefined;
    const code = hasCode && command('k', 'code', 'Show code for this run', () => navigation.open('code'));
    if (isRunning({ run }))
      return [
        command('escape', 'cancel', 'Cancel the run and keep the partial answer', session.cancel),
        code,
      ];
    return [
      sound !== undefined &&
        (player.isPlaying
          ? command('p escape', 'stop', 'Stop playback', player.stop)
          : command('p', 'play', 'Play the audio', () => player.play(sound))),
      result !== undefined && command('j', isJson ? 'result' : 'JSON', jsonHelp, () => setIsJson(!isJson)),
      hasOutput && command('s', 'save', 'Save to a file', save),
      hasOutput && command('c', 'copy', copyHelp, copyResult),
      openable !== undefined &&
        command('o', 'open', "Open the saved file in the system's viewer", () =>
          open(openable, `Opened ${openable}`),
        ),
      helpPage !== undefined &&
        command('ctrl+o', 'open page', 'Open the page that helps with this error', () => open(helpPage)),
      error instanceof NotServedError &&
        (error.providers.length > 0
          ? command('t', 'providers', "Choose one of the model's providers", () =>
              navigation.open('provider'),
            )
          : command('m', 'available models', 'Choose an available model for this task', showAvailable)),
      code,
      command('r', run.status === 'idle' ? 'run' : 'again', 'Run again', retry),
      model !== undefined &&
        command('w', 'compare with', 'Choose models to compare with on the same input', compareWith),
      parts > 1 && {
        ...command('right tab', 'part', 'Choose the next part', () => move(1)),
        oppositeKey: 'left',
      },
      parts > 1 && minorCommand('left shift+tab', 'previous', 'Choose the previous part', () => move(-1)),
      loadStoredRun !== undefined &&
        task !== undefined &&
        command('f', 'run file', 'Save a run file with inputs and result', () =>
          setSaving(runFileName(task.id)),
        ),
      loadStoredRun !== undefined &&
        command('l', 'link', 'Copy a link that opens this run in the web app', () =>
          runInBackground(async () => copyLink(await loadStoredRun())),
        ),
      // Not Enter, which would hide the result when pressed twice in the form.
      minorCommand('e', 'inputs', 'Back to the inputs', () => navigation.back('run')),
    ];
  }

  return {
    commands: commands(),
    isJson,
    partIndex,
    isPlaying: player.isPlaying,
    saving,
    closePrompt: () => setSaving(undefined),
    loadStoredRun,
  };
}

/** The output of a canceled or failed run. */
function partialAnswer({ result, partial: { text, reasoning = '' } = { text: '' } }: RunState): string {
  return result ? '' : text === '' ? reasoning : text;
}

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
