import { command, minorCommand, type Command } from './use-keys.ts';
import type { Navigation, OpenScreen } from './use-navigation.ts';
import type { Notices, PickerSettings } from './use-picker.ts';

interface CommandParts {
  readonly settings: PickerSettings;
  readonly navigation: Navigation;
  readonly notices: Notices;
  /** Whether `?` is inserted as text. */
  readonly takesText: boolean;
}

const CONFIRM_LEAVE = 'Press Esc again to quit, or Ctrl-C to quit immediately.';

/** Commands of all screens, unless a screen uses their keys. */
export function globalCommands({ settings, navigation, notices, takesText }: CommandParts) {
  const top = navigation.screens.get().at(-1);
  const isFirst = isLowest(navigation, settings);
  return {
    back: command('escape', isFirst ? 'quit' : 'back', 'Go back; your inputs are kept', () => {
      if (!isFirst) navigation.back();
      else if (notices.current.get()?.text === CONFIRM_LEAVE) settings.leave(0);
      else notices.notify(CONFIRM_LEAVE);
    }),
    keys: {
      keys: takesText ? ['f1', '?'] : ['?', 'f1'],
      label: 'keys',
      help: 'All keys',
      run: () => top && navigation.open('keys', { screen: top.id }),
    },
    account: minorCommand('ctrl+y', 'account', 'Your account: organizations to bill, sign out', () =>
      openOver('account', navigation, settings),
    ),
    history: minorCommand('f2 alt+h', 'history', 'Your runs: open, run again, save, delete', () =>
      openOver('history', navigation, settings),
    ),
    leave: minorCommand('ctrl+q', 'quit', 'Quit; the last result stays in the terminal', () =>
      settings.leave(0),
    ),
  } satisfies Record<string, Command>;
}

/** Whether the screen requires signing in (specification, section 2); Esc then leaves the picker. */
export function isGate({ name }: OpenScreen, { session }: Pick<PickerSettings, 'session'>): boolean {
  return name === 'sign-in' && session.getSnapshot().signIn.status === 'signed-out';
}

/** Whether there is nothing to go back to: screens below the sign-in require being signed in. */
function isLowest({ screens }: Navigation, settings: PickerSettings): boolean {
  const open = screens.get();
  const top = open.at(-1);
  return open.length < 2 || (top !== undefined && isGate(top, settings));
}

function openOver(name: 'account' | 'history', navigation: Navigation, settings: PickerSettings): void {
  const hasGate = navigation.screens.get().some((screen) => isGate(screen, settings));
  if (!navigation.isOpen(name) && !hasGate) navigation.open(name);
}
