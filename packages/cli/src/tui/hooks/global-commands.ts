import type { Task } from '@tryout/engine';
import type { OpenScreen } from '../navigation.ts';
import { command, minorCommand, type Command } from './use-keys.ts';
import type { PickerSettings } from './use-picker.ts';

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
