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
import { useState } from 'react';
import { getParts, resultText, withoutControls } from '../../results/render-result.ts';
import { openableFile } from '../../results/save-result.ts';
import { useCopy, useOpen, usePlayer } from './use-job.ts';
import { command, minorCommand, type Command } from './use-keys.ts';
import { useCopyLink } from './use-opening.ts';
import { usePicker, useTerminal } from './use-picker.ts';

/** The commands of the run screen, and what they have changed. */
export function useRunActions({ run, task, model }: SessionState, onRetry: () => void) {
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
export function partialAnswer({
  result,
  partial: { text, reasoning = '' } = { text: '' },
}: RunState): string {
  return result ? '' : text === '' ? reasoning : text;
}
