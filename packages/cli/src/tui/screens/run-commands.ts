import { ANY_PROVIDER, isRunning, mediaOf, NotServedError, resultJson, type RunState } from '@tryout/engine';
import { openBrowser } from '../../system/browser.ts';
import { type Player, useBackground, useCopy } from '../hooks/use-job.ts';
import { command, type Command, minorCommand } from '../hooks/use-keys.ts';
import { useNavigation } from '../hooks/use-navigation.ts';
import { useNotify, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { partsOf, resultText, resultTypeOf, withoutControls } from '../../results/result-types.ts';
import { openableFile } from '../../results/save-result.ts';

interface RunActions {
  readonly isJson: boolean;
  toggleJson(): void;
  /** The part that is chosen among several, from 0. */
  readonly chosen: number | undefined;
  choose(part: number | undefined): void;
  readonly player: Player;
  save(): void;
  retry(): void;
}

/** What can be done with a run now. */
export function useRunCommands(
  run: RunState,
  { isJson, chosen, player, ...actions }: RunActions,
): readonly Command[] {
  const { session, memory, environment } = usePicker();
  const { terminal } = useTerminal();
  const navigation = useNavigation();
  const inBackground = useBackground();
  const notify = useNotify();
  const copy = useCopy();
  const { result, error } = run;
  const partial = partialAnswer(run);
  const media = result ? mediaOf(result.view) : [];
  const saved = (result && memory.savedFiles.get(result)) ?? [];
  const openable = result && openableFile(result, saved);
  const sound = result && resultTypeOf(result.view).isSound ? media[chosen ?? 0] : undefined;
  const parts = result && !isJson ? partsOf(result.view) : 0;

  function copyResult(): void {
    if (!result) copy(withoutControls(partial));
    else if (isJson) copy(resultJson(result, saved[0]));
    else if (media.length === 0) inBackground(async () => copy(await resultText(result.view, terminal)));
    else if (saved.length > 0) copy(saved.join('\n'));
    else notify('Save it first (s); then c copies the name of the file.');
  }
  const openSaved = (path: string) =>
    inBackground(async () => {
      const isOpen = await openBrowser(path, environment);
      notify(isOpen ? `Opened ${path}` : `Nothing here opens ${path}`, isOpen ? 'good' : 'error');
    });
  const move = (direction: 1 | -1) => {
    // One place more than there are parts: none is chosen there.
    const next = ((chosen ?? parts) + direction + parts + 1) % (parts + 1);
    actions.choose(next === parts ? undefined : next);
  };
  function showAvailable(): void {
    session.listModels({ provider: ANY_PROVIDER });
    // The models are below the form.
    navigation.back('form');
  }

  const copyHelp = result
    ? 'Copy it to the clipboard: the text, the JSON, or the name of the saved file'
    : 'Copy what has come so far to the clipboard';
  const jsonHelp = isJson ? 'Back to the formatted result' : 'The raw answer as JSON';
  const code = run.request ? [command('k', 'code', 'Code of this run', () => navigation.open('code'))] : [];
  if (isRunning({ run }))
    return [
      command('escape', 'cancel', 'Cancel the run; what has come so far stays', session.cancel),
      ...code,
    ];
  const possible = [
    sound && player.isPlaying && command('p escape', 'stop', 'Stop the sound', player.stop),
    sound && !player.isPlaying && command('p', 'play', 'Play the sound', () => player.play(sound)),
    result && command('j', isJson ? 'result' : 'JSON', jsonHelp, actions.toggleJson),
    (result ?? partial) && command('s', 'save', 'Save it as a file', actions.save),
    (result ?? partial) && command('c', 'copy', copyHelp, copyResult),
    openable && command('o', 'open', "Open the saved file in the system's viewer", () => openSaved(openable)),
    // The ways on from a model that no provider runs as requested: another provider, or another model of the task.
    error instanceof NotServedError &&
      (error.providers.length > 0
        ? command('t', 'who serves it', 'Choose among those who serve the model', () =>
            navigation.open('provider'),
          )
        : command(
            'm',
            'served models',
            'Choose another model of this task that someone serves',
            showAvailable,
          )),
    ...code,
    command('r', run.status === 'idle' ? 'run' : 'again', 'Run it again', actions.retry),
    parts > 1 && command('tab right', 'next', 'Choose the next part', () => move(1)),
    parts > 1 && minorCommand('shift+tab left', 'previous', 'Choose the part before it', () => move(-1)),
    // Not Enter: pressed twice in the form, it would hide the result.
    minorCommand('e', 'inputs', 'Back to the inputs', () => navigation.back('run')),
  ];
  return possible.filter((each) => typeof each === 'object');
}

/** What a canceled or failed run has given before it ended (C17). */
export function partialAnswer({ result, text, reasoning = '' }: RunState): string {
  return result ? '' : text === '' ? reasoning : text;
}
