import { visibleLine, withBillTo } from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { identityLine, signOut, tokenOrigin } from '../../sign-in/account.ts';
import { Menu } from '../components/menu.tsx';
import { Question } from '../components/question.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** The current account, billing, and signing out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session, isSandbox, navigation, notify, runInBackground } = settings;
  const { theme } = useTerminal();
  const { signIn, choices } = useSession();
  const lines = useAccountLines();
  const [chosen, setChosen] = useState<string>();
  const [isSigningOut, setSigningOut] = useState(false);

  const { billTo } = choices;
  const payers = [
    { name: undefined, label: 'yourself' },
    ...(signIn.identity?.orgs ?? [])
      .filter(({ canPay }) => canPay)
      .map((org) => ({ name: org.name, label: identityLine(org) })),
  ];
  // Also list an organization from the settings, or one that can no longer pay.
  if (!payers.some(({ name }) => name === billTo))
    payers.push({ name: billTo, label: `${billTo} (cannot be billed)` });

  const row = (label: string, choose: () => void, name = label) => ({ name, label, choose });
  const payerRow = ({ name, label }: (typeof payers)[number]) =>
    row(
      `${billTo === name ? theme.on : theme.off} Bill to ${visibleLine(label)}`,
      () => session.setChoices(withBillTo(choices, name)),
      `bill ${name ?? ''}`,
    );
  const openSignIn = () => navigation.open('sign-in');
  const rows = [
    ...(signIn.identity ? payers.map(payerRow) : []),
    ...(signIn.status === 'signed-in'
      ? [row('Use another account', openSignIn), row('Sign out', () => setSigningOut(true))]
      : [row('Sign in', openSignIn)]),
    ...(isSandbox ? [] : [row('Use the sandbox (no account needed)', () => settings.switchToSandbox())]),
  ];

  useKeys({
    isActive: !isSigningOut,
    commands: [
      { keys: ['enter', 'space'], label: 'choose', help: 'Bill runs to this account, or run the action' },
      minorCommand('r', 'refresh', 'Reload your account', () =>
        runInBackground(() => session.refreshIdentity()),
      ),
    ],
  });

  function answer(isConfirmed: boolean): void {
    setSigningOut(false);
    if (!isConfirmed) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  }
  if (!isSigningOut) return <Menu above={lines} rows={rows} chosen={chosen} onMove={setChosen} />;
  return (
    <>
      <Question text="Sign out?" yes="sign out" no="stay signed in" onAnswer={answer} />
      <Lines lines={['', ...lines]} />
    </>
  );
}

/** The user, the hub and the token's source. */
function useAccountLines(): readonly string[] {
  const settings = usePicker();
  const { hubUrl, isSandbox } = settings;
  const { theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const job = useJob();
  const [origin, setOrigin] = useState<string>();
  useEffect(() => job.start(() => tokenOrigin(settings), setOrigin), [job, settings]);

  function title(): string {
    if (status === 'expired') return 'Your sign-in has expired.';
    if (status !== 'signed-in') return 'You are not signed in.';
    if (!identity) return 'You are signed in; user name unavailable.';
    return identityLine(identity) + (identity.isPro ? `${theme.separator}Pro` : '');
  }
  const unbillable = (identity?.orgs ?? []).filter(({ canPay }) => !canPay).map(({ name }) => name);
  const facts = [
    `${isSandbox ? 'Sandbox' : 'Hub'}: ${hubUrl}`,
    ...(status === 'signed-in' && origin !== undefined ? [`The token is ${origin}.`] : []),
    ...(unbillable.length > 0 ? [`Organizations you cannot bill: ${unbillable.join(', ')}`] : []),
  ];
  return [
    ...paragraph(title(), body.columns, theme.title),
    ...facts.flatMap((fact) => paragraph(fact, body.columns, theme.dim)),
    '',
  ];
}
