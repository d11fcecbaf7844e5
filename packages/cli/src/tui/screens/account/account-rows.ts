import { visibleLine } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { signInScreen } from '../sign-in/sign-in-screen.ts';

/** Something to choose on the account's screen. */
export interface AccountRow {
  /** Told apart by. */
  readonly name: string;
  readonly label: string;
  /** Of a list of which one is chosen; others are done at once. */
  readonly isOn?: boolean;
  choose(): void;
}

/** Whom runs are billed to: oneself, or an organisation that can pay. */
export function billingRows({ session, redraw }: Picker): readonly AccountRow[] {
  const { signIn, choices } = session.getSnapshot();
  const { identity } = signIn;
  if (!identity) return [];
  const { billTo } = choices;
  const payers = identity.orgs.filter(({ canPay }) => canPay);
  // One that was chosen on the command line, or whose rights have changed, is still shown.
  const isElsewhere = billTo !== undefined && !payers.some(({ name }) => name === billTo);
  const choose = (next: string | undefined) => () => {
    const { billTo: _billTo, ...others } = session.getSnapshot().choices;
    session.setChoices({ ...others, ...(next === undefined ? {} : { billTo: next }) });
    redraw();
  };
  const row = (label: string, name: string | undefined): AccountRow => ({
    name: `bill ${name ?? ''}`,
    label: visibleLine(label),
    isOn: billTo === name,
    choose: choose(name),
  });
  return [
    row('yourself', undefined),
    ...payers.map(({ name, fullname }) =>
      row(fullname === '' || fullname === name ? name : `${name} (${fullname})`, name),
    ),
    ...(isElsewhere ? [row(`${billTo} (cannot pay)`, billTo)] : []),
  ];
}

/** What can be done with the sign-in. @param onSignOut asks once more first */
export function accountActions(
  picker: Picker,
  isAskedAgain: boolean,
  onSignOut: () => void,
): readonly AccountRow[] {
  const { session, isSandbox } = picker;
  const isSignedIn = session.getSnapshot().signIn.status === 'signed-in';
  const signIn = () => picker.open(signInScreen(picker));
  return [
    ...(isSignedIn
      ? [
          { name: 'other', label: 'Sign in as someone else', choose: signIn },
          {
            name: 'sign out',
            label: isAskedAgain ? 'Sign out: press again to do it' : 'Sign out',
            choose: onSignOut,
          },
        ]
      : [{ name: 'sign in', label: 'Sign in', choose: signIn }]),
    ...(isSandbox
      ? []
      : [{ name: 'sandbox', label: 'Use the sandbox, no account', choose: () => picker.switchToSandbox() }]),
  ];
}
