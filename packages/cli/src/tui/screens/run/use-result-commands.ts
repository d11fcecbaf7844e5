import { ANY_PROVIDER, mediaOf, NotServedError, resultJson, type RunState } from '@tryout/engine';
import { openBrowser } from '../../../system/open-browser.ts';
import { useCopy } from '../../hooks/use-desktop.ts';
import { useBackground } from '../../hooks/use-job.ts';
import { command, minorCommand, type Command } from '../../hooks/use-keys.ts';
import { useNavigation } from '../../hooks/use-navigation.ts';
import { useNotify } from '../../hooks/use-notice.ts';
import { usePicker } from '../../hooks/use-picker.ts';
import { usePlayer } from '../../hooks/use-player.ts';
import { useTerminal } from '../../hooks/use-terminal.ts';
import { partsOf, resultText, resultTypeOf, withoutControls } from '../../../results/result-types.ts';
import { openableFile } from '../../../results/save-result.ts';

interface ResultView {
  readonly isJson: boolean;
  toggleJson(): void;
  /** The part that is chosen among several, from 0. */
  readonly chosen: number | undefined;
  choose(part: number | undefined): void;
  askToSave(): void;
}

/** What keys do with what a run gave, and the sound that is playing. */
export interface ResultCommands {
  readonly commands: readonly Command[];
  /** Choosing one part after the other. */
  readonly partCommands: readonly Command[];
  readonly isPlaying: boolean;
  stopPlaying(): void;
}

/** What can be done with what a run gave: a result, or the part of an answer that arrived before it ended (C17). */
export function useResultCommands(run: RunState, view: ResultView): ResultCommands {
  const { memory, environment } = usePicker();
  const { terminal } = useTerminal();
  const inBackground = useBackground();
  const notify = useNotify();
  const copy = useCopy();
  const player = usePlayer();
  const { result } = run;
  const partial = partialAnswer(run);
  const { isJson, chosen, choose } = view;
  const save: Command = command('s', 'save', 'Save it as a file', view.askToSave);
  const playing = { isPlaying: player.isPlaying, stopPlaying: player.stop };
  if (!result) {
    const copyPartial: Command = command('c', 'copy', 'Copy what has come so far to the clipboard', () =>
      copy(withoutControls(partial)),
    );
    return { commands: partial === '' ? [] : [save, copyPartial], partCommands: [], ...playing };
  }

  const type = resultTypeOf(result.view);
  const media = mediaOf(result.view);
  const saved = memory.savedFiles.get(result) ?? [];
  const openable = openableFile(result, saved);
  const sound = type.isSound ? media[chosen ?? 0] : undefined;

  function copyResult(): void {
    if (isJson) copy(resultJson(result!, saved[0]));
    else if (media.length === 0) inBackground(async () => copy(await resultText(result!.view, terminal)));
    else if (saved.length > 0) copy(saved.join('\n'));
    else notify('Save it first (s); then c copies the name of the file.');
  }

  const openSaved = (path: string) =>
    inBackground(async () => {
      const isOpen = await openBrowser(path, environment);
      notify(isOpen ? `Opened ${path}` : `Nothing here opens ${path}`, isOpen ? 'good' : 'error');
    });

  // One place more than there are parts: none is chosen there.
  const parts = partsOf(result.view);
  const move = (direction: 1 | -1) => {
    const next = ((chosen ?? parts) + direction + parts + 1) % (parts + 1);
    choose(next === parts ? undefined : next);
  };
  return {
    ...playing,
    commands: [
      ...(sound
        ? [
            player.isPlaying
              ? command('p escape', 'stop', 'Stop the sound', player.stop)
              : command('p', 'play', 'Play the sound', () => player.play(sound)),
          ]
        : []),
      command(
        'j',
        isJson ? 'result' : 'JSON',
        isJson ? 'Back to the formatted result' : 'The raw answer as JSON',
        view.toggleJson,
      ),
      save,
      command(
        'c',
        'copy',
        'Copy it to the clipboard: the text, the JSON, or the name of the saved file',
        copyResult,
      ),
      ...(openable === undefined
        ? []
        : [command('o', 'open', "Open the saved file in the system's viewer", () => openSaved(openable))]),
    ],
    partCommands:
      parts < 2 || isJson
        ? []
        : [
            command('tab right', 'next', 'Choose the next part', () => move(1)),
            minorCommand('shift+tab left', 'previous', 'Choose the part before it', () => move(-1)),
          ],
  };
}

/** What a canceled or failed run has brought; empty where that is nothing. */
export function partialAnswer({ result, text, reasoning = '' }: RunState): string {
  return result ? '' : text === '' ? reasoning : text;
}

/** The ways on from a model that no provider runs as requested: another provider, or another model of the task. */
export function useFailureCommands({ error }: RunState): readonly Command[] {
  const { session } = usePicker();
  const navigation = useNavigation();
  if (!(error instanceof NotServedError)) return [];
  if (error.providers.length > 0) {
    return [
      command('t', 'who serves it', 'Choose among those who serve the model', () =>
        navigation.open('provider'),
      ),
    ];
  }
  return [
    {
      keys: ['m'],
      label: 'served models',
      help: 'Choose another model of this task that someone serves',
      run() {
        session.listModels({ provider: ANY_PROVIDER });
        // The models are below the form.
        navigation.back('form');
      },
    },
  ];
}
