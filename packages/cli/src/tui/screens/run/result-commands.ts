import { readyToOpen } from './open-saved.ts';
import { mediaOf, resultJson, type RunResult, type Task } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { copyText } from '../../system/clipboard.ts';
import { playSound } from '../../system/player.ts';
import { lookOf } from '../../results/looks.ts';
import { resultText } from '../../results/result-texts.ts';
import { savedFiles } from '../../results/saved-files.ts';
import { openBrowser } from '../../../system/open-browser.ts';
import type { Command } from '../screen.ts';
import { partsOf, type RunView } from './run-view.ts';

/** What the keys of a result act on, beside the result itself. */
export interface ResultActions {
  readonly view: RunView;
  /** Asks where to save the result. */
  askToSave(task: Task, result: RunResult): void;
  /** Whether a sound plays now. */
  isPlaying(): boolean;
  setPlaying(isPlaying: boolean): void;
}

/** What can be done with a result. */
export function resultCommands(picker: Picker, actions: ResultActions): Command[] {
  const { task, run } = picker.session.getSnapshot();
  const { result } = run;
  if (!task || !result) return [];
  const { view } = actions;
  const look = lookOf(result.view);
  const media = mediaOf(result.view);
  const openable = readyToOpen(result);
  return [
    ...(look.isSound ? [playCommand(picker, actions, media[view.chosen() ?? 0])] : []),
    {
      keys: ['j'],
      label: view.isJson() ? 'result' : 'JSON',
      help: view.isJson() ? 'Back to the drawn result' : 'The raw answer as JSON',
      run() {
        view.toggleJson();
        picker.redraw();
      },
    },
    { keys: ['s'], label: 'save', help: 'Save it as a file', run: () => actions.askToSave(task, result) },
    {
      keys: ['c'],
      label: 'copy',
      help: 'Copy it to the clipboard: the text, the JSON, or the name of the saved file',
      run: () => copy(picker, result, view.isJson(), media.length > 0),
    },
    ...(openable === undefined
      ? []
      : [
          {
            keys: ['o'],
            label: 'open',
            help: "Open the saved file in the system's viewer",
            run: () => openSaved(picker, openable),
          },
        ]),
  ];
}

/** Going through the parts of a result, where it has several. */
export function partCommands(picker: Picker, view: RunView): Command[] {
  if (partsOf(picker.session.getSnapshot().run) < 2 || view.isJson()) return [];
  const command = (keys: readonly string[], label: string, help: string, direction: 1 | -1): Command => ({
    keys,
    label,
    help,
    isMinor: direction < 0,
    run() {
      view.choose(direction);
      picker.redraw();
    },
  });
  return [
    command(['tab', 'right'], 'next', 'Choose the next part', 1),
    command(['shift+tab', 'left'], 'previous', 'Choose the part before it', -1),
  ];
}

function playCommand(
  picker: Picker,
  { isPlaying, setPlaying }: ResultActions,
  sound: Parameters<typeof playSound>[0] | undefined,
): Command {
  const stop = () => {
    picker.endWork('play');
    setPlaying(false);
  };
  const play = () =>
    picker.work('play', async (signal) => {
      if (!sound) return;
      setPlaying(true);
      picker.redraw();
      try {
        await playSound(sound, signal, picker.surroundings.environment);
      } finally {
        if (!signal.aborted) {
          setPlaying(false);
          picker.redraw();
        }
      }
    });
  return isPlaying()
    ? { keys: ['p', 'escape'], label: 'stop', help: 'Stop the sound', run: stop }
    : { keys: ['p'], label: 'play', help: 'Play the sound', run: play };
}

function copy(picker: Picker, result: RunResult, isJson: boolean, isFile: boolean): void {
  const saved = savedFiles(result);
  if (isFile && !isJson && saved.length === 0)
    return picker.notify('Save it first (s); then c copies the name of the file.');
  picker.work('copy', async () => {
    const text = isJson
      ? resultJson(result, savedFiles(result)[0])
      : isFile
        ? saved.join('\n')
        : await resultText(result, picker.terminal);
    picker.notify(await copyText(picker, text), 'good');
  });
}

function openSaved(picker: Picker, path: string): void {
  picker.work('open', async () => {
    const isOpen = await openBrowser(path, picker.surroundings.environment);
    picker.notify(isOpen ? `Opened ${path}` : `Nothing here opens ${path}`, isOpen ? 'good' : 'error');
  });
}
