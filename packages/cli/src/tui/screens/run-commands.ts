import {
  ANY_PROVIDER,
  isFailure,
  isRunning,
  mediaOf,
  NotServedError,
  resultJson,
  splitLink,
  type RunState,
} from '@tryout/engine';
import { partsOf, resultText, rendererOf, withoutControls } from '../../results/render-result.ts';
import { openableFile } from '../../results/save-result.ts';
import { useCopy, useOpen, useOpenPage, type Player } from '../hooks/use-job.ts';
import { command, minorCommand, type Command } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';

interface RunActions {
  readonly isJson: boolean;
  toggleJson(): void;
  /** Index of the selected part. */
  readonly chosen: number | undefined;
  choose(part: number | undefined): void;
  readonly player: Player;
  save(): void;
  /** Missing until the run has ended. */
  saveRun?(): void;
  copyLink?(): void;
  retry(): void;
}

export function useRunCommands(
  run: RunState,
  { isJson, chosen, player, ...actions }: RunActions,
): readonly (Command | false)[] {
  const { session, memory, hubUrl, navigation, notify, runInBackground } = usePicker();
  const { terminal } = useTerminal();
  const copy = useCopy();
  const open = useOpen();
  const openPage = useOpenPage();
  const { result, error } = run;
  const [, helpPage] = splitLink(isFailure(error) ? (error.hint ?? '') : '', hubUrl);
  const partial = partialAnswer(run);
  const media = result ? mediaOf(result.view) : [];
  const saved = (result && memory.savedFiles.get(result)) ?? [];
  const openable = result && openableFile(result, saved);
  const sound = result && rendererOf(result.view).isSound ? media[chosen ?? 0] : undefined;
  const parts = result && !isJson ? partsOf(result.view) : 0;
  const hasOutput = result !== undefined || partial !== '';

  function copyResult(): void {
    if (!result) copy(withoutControls(partial));
    else if (isJson) copy(resultJson(result, saved[0]));
    else if (media.length === 0) runInBackground(async () => copy(await resultText(result.view, terminal)));
    else if (saved.length > 0) copy(saved.join('\n'));
    else notify('Save it first with s; then c copies the file path.');
  }
  const openSaved = (path: string) =>
    open(path, { opened: `Opened ${path}`, failed: `Could not open ${path}` });
  const move = (direction: 1 | -1) => {
    // After the last part, no part is selected.
    const next = ((chosen ?? parts) + direction + parts + 1) % (parts + 1);
    actions.choose(next === parts ? undefined : next);
  };
  function showAvailable(): void {
    session.listModels({ provider: ANY_PROVIDER });
    // Reveals the list of models below the form.
    navigation.back('form');
  }

  const copyHelp = result
    ? 'Copy the text, the JSON, or the path of the saved file'
    : 'Copy the partial answer';
  const jsonHelp = isJson ? 'Back to the formatted result' : 'Show the raw response as JSON';
  const hasCode = run.request !== undefined || result !== undefined;
  const code = hasCode && command('k', 'code', 'Show code for this run', () => navigation.open('code'));
  if (isRunning({ run }))
    return [command('escape', 'cancel', 'Cancel the run and keep the partial answer', session.cancel), code];
  return [
    sound !== undefined &&
      (player.isPlaying
        ? command('p escape', 'stop', 'Stop playback', player.stop)
        : command('p', 'play', 'Play the audio', () => player.play(sound))),
    result !== undefined && command('j', isJson ? 'result' : 'JSON', jsonHelp, actions.toggleJson),
    hasOutput && command('s', 'save', 'Save to a file', actions.save),
    hasOutput && command('c', 'copy', copyHelp, copyResult),
    openable !== undefined &&
      command('o', 'open', "Open the saved file in the system's viewer", () => openSaved(openable)),
    helpPage !== undefined &&
      command('ctrl+o', 'open page', 'Open the page that helps with this error', () => openPage(helpPage)),
    error instanceof NotServedError &&
      (error.providers.length > 0
        ? command('t', 'providers', "Choose one of the model's providers", () => navigation.open('provider'))
        : command('m', 'available models', 'Choose an available model for this task', showAvailable)),
    code,
    command('r', run.status === 'idle' ? 'run' : 'again', 'Run again', actions.retry),
    parts > 1 && command('tab right', 'next', 'Choose the next part', () => move(1)),
    parts > 1 && minorCommand('shift+tab left', 'previous', 'Choose the previous part', () => move(-1)),
    actions.saveRun !== undefined &&
      command('f', 'run file', 'Save inputs and result to a run file, for tryout open', actions.saveRun),
    actions.copyLink !== undefined &&
      command('l', 'link', 'Copy a link that opens this run in the web app', actions.copyLink),
    // Not Enter, which would hide the result when pressed twice in the form.
    minorCommand('e', 'inputs', 'Back to the inputs', () => navigation.back('run')),
  ];
}

/** The output of a canceled or failed run (C17). */
export function partialAnswer({ result, text, reasoning = '' }: RunState): string {
  return result ? '' : text === '' ? reasoning : text;
}
