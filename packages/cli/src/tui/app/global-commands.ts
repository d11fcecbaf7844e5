import type { Command } from '../screens/screen.ts';
import { accountScreen } from '../screens/account/account-screen.ts';
import { keysScreen } from '../screens/keys/keys-screen.ts';
import type { Picker } from './picker.ts';

/** What keys do on every screen. */
export interface GlobalCommands {
  readonly back: Command;
  readonly keys: Command;
  readonly account: Command;
  readonly leave: Command;
}

const LEAVE_AGAIN = 'Press Esc again to leave; Ctrl-C leaves at once.';

/** What keys do on every screen that does not use them itself. */
export function globalCommands(picker: Picker): GlobalCommands {
  const isTyping = picker.screens.at(-1)?.takesText?.() === true;
  return {
    back: {
      keys: ['escape'],
      label: isFirst(picker) ? 'leave' : 'back',
      help: 'Back; what was filled in stays',
      run: () => goBack(picker),
    },
    keys: {
      keys: isTyping ? ['f1', '?'] : ['?', 'f1'],
      label: 'keys',
      help: 'All keys',
      run: () => picker.open(keysScreen(picker)),
    },
    account: {
      keys: ['ctrl+y'],
      label: 'account',
      help: 'Your account: organisations to bill, sign out',
      isMinor: true,
      run: () => openAccount(picker),
    },
    leave: {
      keys: ['ctrl+q'],
      label: 'leave',
      help: 'Leave; the last result stays in the terminal',
      isMinor: true,
      run: () => picker.leave(0),
    },
  };
}

/** Whether there is nothing to go back to: below a gate there may be screens, which are for who is signed in. */
function isFirst({ screens }: Picker): boolean {
  return screens.length < 2 || screens.at(-1)?.isGate?.() === true;
}

/** Once: it does not lie over itself, nor over the way in. */
function openAccount(picker: Picker): void {
  const isThere = picker.screens.some(({ isAccount, isGate }) => isAccount || isGate?.());
  if (!isThere) picker.open(accountScreen(picker));
}

const askedToLeave = new WeakSet<Picker>();

function goBack(picker: Picker): void {
  const top = picker.screens.at(-1);
  if (top?.onBack?.()) return;
  if (!isFirst(picker)) return picker.back();
  if (askedToLeave.has(picker)) return picker.leave(0);
  askedToLeave.add(picker);
  picker.notify(LEAVE_AGAIN);
}

/** Any other key means that leaving was not meant. */
export function forgetLeaving(picker: Picker): void {
  askedToLeave.delete(picker);
}
