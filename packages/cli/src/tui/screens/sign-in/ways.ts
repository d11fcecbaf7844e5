import type { Picker } from '../../app/picker.ts';
import { browserScreen } from './browser-screen.ts';
import { deviceScreen } from './device-screen.ts';
import { tokenScreen } from './token-screen.ts';
import { withClientId } from './with-client-id.ts';

/** One way to go on from being signed out. */
export interface Way {
  readonly label: string;
  /** A sentence on what it is good for. */
  readonly about: string;
  begin(): void;
}

/** The ways to sign in. @param leave closes the sign-in once someone is signed in */
export function waysOf(picker: Picker, leave: () => void): readonly Way[] {
  const host = new URL(picker.hubUrl).host;
  const { environment } = picker.surroundings;
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  return [
    {
      label: 'Paste a token',
      about: picker.isSandbox
        ? 'The sandbox takes any token that starts with hf_.'
        : `The quickest way: make a token on a page of ${host} and paste it here.`,
      begin: () => picker.open(tokenScreen(picker, leave)),
    },
    {
      label: 'Sign in in the browser',
      about: isRemote
        ? 'For a browser on this machine. You seem to be on another one: a code on another device is easier.'
        : `Opens a page of ${host} in your browser, which comes back here by itself.`,
      begin: () => withClientId(picker, (id) => browserScreen(picker, id, leave)),
    },
    {
      label: 'Sign in with a code on another device',
      about: 'Shows a short code to enter in any browser, on a phone too. Works over SSH.',
      begin: () => withClientId(picker, (id) => deviceScreen(picker, id, leave)),
    },
    ...(picker.isSandbox ? [] : [sandboxWay(picker)]),
  ];
}

function sandboxWay(picker: Picker): Way {
  return {
    label: 'Use the sandbox, no account',
    about: 'Small models on this machine, for all tasks. Nothing leaves it.',
    begin: () => picker.switchToSandbox(),
  };
}
