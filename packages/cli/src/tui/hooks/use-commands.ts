import {
  exampleRound,
  isRunning,
  getUnconfirmed,
  visibleLine,
  type Task,
  type SessionState,
} from '@tryout/engine';
import { useState } from 'react';
import { keyLabel } from '../../text-editing/key.ts';
import type { OpenScreen } from './stores.ts';
import { useJob } from './use-job.ts';
import {
  command,
  minorCommand,
  type Command,
  usePicker,
  useTerminal,
  type PickerSettings,
} from './use-picker.ts';

const CONFIRM_LEAVE = 'Press Esc again to quit, or Ctrl-C to quit immediately.';

/**
 * Commands of all screens, unless a screen uses their keys.
 * @param takesText whether `?` is inserted as text
 */
export function globalCommands(settings: PickerSettings, takesText: boolean) {
  const { navigation, notice, notify } = settings;
  const open = navigation.screens.getSnapshot();
  const top = open.at(-1);
  // Screens below the sign-in require being signed in.
  const isFirst = open.length < 2 || (top !== undefined && isGate(top, settings));
  return {
    back: command('escape', isFirst ? 'quit' : 'back', 'Go back; your inputs are kept', () => {
      if (!isFirst) navigation.back();
      else if (notice.getSnapshot()?.text === CONFIRM_LEAVE) settings.leave(0);
      else notify(CONFIRM_LEAVE);
    }),
    keys: {
      keys: takesText ? ['f1', '?'] : ['?', 'f1'],
      label: 'keys',
      help: 'All keys',
      run: () => navigation.open('keys'),
    },
    account: minorCommand('ctrl+y', 'account', 'Your account: organizations to bill, sign out', () =>
      openOver('account', settings),
    ),
    history: minorCommand('f2 alt+h', 'history', 'Your runs: open, run again, save, delete', () =>
      openOver('history', settings),
    ),
    leave: minorCommand('ctrl+q', 'quit', 'Quit; the last result stays in the terminal', () =>
      settings.leave(0),
    ),
  } satisfies Record<string, Command>;
}

/** Opens the screen about a task. */
export function aboutCommand(
  { navigation, memory }: PickerSettings,
  task: Task | undefined,
): Command | false {
  if (!task) return false;
  return command('f3 alt+i', 'about', 'About this task: demo, models, datasets, links', () => {
    Object.assign(memory, { aboutTask: task });
    navigation.open('about');
  });
}

/** Whether the screen requires signing in (specification, section 2); Esc then leaves the picker. */
export function isGate({ name }: OpenScreen, { session }: Pick<PickerSettings, 'session'>): boolean {
  return name === 'sign-in' && session.getSnapshot().signIn.status === 'signed-out';
}

function openOver(name: 'account' | 'history', settings: PickerSettings): void {
  const { navigation } = settings;
  const hasGate = navigation.screens.getSnapshot().some((screen) => isGate(screen, settings));
  if (!navigation.isOpen(name) && !hasGate) navigation.open(name);
}

/**
 * Commands of forms and conversations: examples, clearing, and screens for parameters, providers and code.
 * @param beforeCode called before the code is shown
 */
export function useInputCommands(state: SessionState, beforeCode?: () => void) {
  const settings = usePicker();
  const { session, navigation, notify } = settings;
  const job = useJob();
  const [round] = useState(() => exampleRound(session, { hasTitle: true, restoreHint: ' (Ctrl-_ to undo)' }));

  function restore(): void {
    job.cancel();
    if (session.restore()) notify('Restored.');
  }

  function clear(): void {
    if (session.getSnapshot().replacedBy === 'clear') return restore();
    job.cancel();
    session.clear();
    notify('Cleared. Press Ctrl-L again to undo.');
  }

  function fillExample(): void {
    notify('Loading an example');
    job.start(
      round.next,
      (outcome) => outcome && notify(outcome.text, outcome.status === 'failed' ? 'error' : 'plain'),
    );
  }

  function showCode(): void {
    beforeCode?.();
    navigation.open('code');
  }

  const commands: readonly (Command | false)[] = [
    !isRunning(state) && command('ctrl+x', 'example', 'Fill in the next example', fillExample),
    command('ctrl+p', 'parameters', 'Edit parameters', () => navigation.open('parameters')),
    command('ctrl+t', 'provider', 'Choose a provider and options', () => navigation.open('provider')),
    command('ctrl+l', 'clear', 'Clear all inputs; press again to undo', clear),
    aboutCommand(settings, state.task),
    minorCommand('ctrl+g', 'code', 'Show code for these inputs', showCode),
    state.replacedBy !== undefined &&
      minorCommand('ctrl+_ alt+u', 'undo', 'Undo clearing, editing or an example', restore),
  ];
  return { commands, restore, stopExample: job.cancel };
}

const KEY = 'f6';

/** The request to confirm what a file or a link chose; undefined if nothing has to be confirmed. */
export function useConfirmation(state: SessionState) {
  const { session, notify } = usePicker();
  const { terminal } = useTerminal();
  const { endpointUrl = '', billTo = '' } = state.choices;
  const [name] = getUnconfirmed(state);
  if (name === undefined) return undefined;
  const host = URL.canParse(endpointUrl) ? new URL(endpointUrl).host : endpointUrl;
  const isBilling = name === 'billTo';
  function confirm(): void {
    session.confirm(name!);
    notify(visibleLine(isBilling ? `Runs are billed to ${billTo}.` : `Runs are sent to ${host}.`));
  }
  const effect = isBilling
    ? `billing ${billTo}, as the file or link says`
    : `sending to ${host}: ${endpointUrl}`;
  const [label, help] = isBilling
    ? [`bill ${billTo}`, 'Allow billing the organization of a file or link']
    : ['confirm endpoint', 'Allow sending to the endpoint of a file or link'];
  return {
    text: visibleLine(`Press ${keyLabel(KEY, terminal)} to allow ${effect}`),
    command: command(`${KEY} alt+y`, label, help, confirm),
  };
}
