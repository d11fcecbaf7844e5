import { visibleLine, withBillTo } from '@tryout/engine';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { identityLine, signOut, tokenOrigin } from '../../sign-in/account.ts';
import { Menu } from '../components/menu.tsx';
import { ScrollBox } from '../components/scroll.tsx';
import { paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** The current account, billing, and signing out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session, isSandbox, navigation, notify, runInBackground } = settings;
  const { theme, body } = useTerminal();
  const { signIn, choices } = useSession();
  const { lines, isLoading, refresh } = useIdentity();
  const [chosen, setChosen] = useState<string>();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const stay = () => setIsSigningOut(false);
  const isSignedIn = signIn.status === 'signed-in';

  const { billTo } = choices;
  const orgs = signIn.identity?.orgs ?? [];
  const payers = [
    { name: undefined, label: 'yourself' },
    ...orgs.filter(({ canPay }) => canPay).map((org) => ({ name: org.name, label: identityLine(org) })),
  ];
  // Also list an organization from the settings, or one that can no longer pay.
  if (!payers.some(({ name }) => name === billTo))
    payers.push({ name: billTo, label: `${billTo} (cannot be billed)` });
  const row = (name: string, label: string, choose: () => void) => ({ name, label, choose });
  const payerRows = (signIn.identity ? payers : []).map(({ name, label }) =>
    row(`bill ${name ?? ''}`, `${billTo === name ? theme.on : theme.off} ${visibleLine(label)}`, () =>
      session.setChoices(withBillTo(choices, name)),
    ),
  );

  function confirmSignOut(): void {
    setIsSigningOut(!isSigningOut);
    if (!isSigningOut) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  }
  const openSignIn = () => navigation.open('sign-in');
  const signOutLabel = isSigningOut ? 'Sign out: press again to confirm' : 'Sign out';
  const actions = [
    ...(isSignedIn
      ? [row('other', 'Use another account', openSignIn), row('sign out', signOutLabel, confirmSignOut)]
      : [row('sign in', 'Sign in', openSignIn)]),
    ...(isSandbox
      ? []
      : [row('sandbox', 'Use the sandbox (no account needed)', () => settings.switchToSandbox())]),
  ];

  const unbillable = orgs.filter(({ canPay }) => !canPay).map(({ name }) => name);
  const unbillableText = `Organizations you cannot bill: ${unbillable.join(', ')}`;
  const unbillableLines = unbillable.length > 0 ? paragraph(unbillableText, body.columns, theme.dim) : [];
  const rows = [...payerRows, ...actions].map((each, index) => ({
    ...each,
    above: [
      ...(index === 0 ? lines : []),
      ...(each === payerRows[0] ? ['', theme.title('Bill to')] : []),
      ...(each === actions[0] ? [...unbillableLines, ''] : []),
    ],
  }));
  const current = Math.max(
    0,
    rows.findIndex(({ name }) => name === chosen),
  );
  const heightOf = (some: typeof rows) => some.reduce((sum, { above }) => sum + above.length + 1, 0);

  useKeys({
    commands: [
      isSigningOut && { keys: ['escape'], label: 'stay signed in', run: stay },
      {
        keys: ['enter', 'space'],
        label: current < payerRows.length ? 'bill to' : 'choose',
        help: 'Bill runs to this account, or run the selected action',
      },
      minorCommand('r', 'refresh', 'Reload your account', () => isSignedIn && !isLoading && refresh()),
    ],
    onKey() {
      stay();
      return false;
    },
  });
  return (
    <ScrollBox count={heightOf(rows)} rows={body.rows} focus={heightOf(rows.slice(0, current + 1)) - 1}>
      <Menu
        rows={rows}
        chosen={chosen}
        onMove={(name) => {
          setChosen(name);
          stay();
        }}
      />
    </ScrollBox>
  );
}

/** The user, the hub and the token's source; `refresh` reloads the user. */
function useIdentity() {
  const settings = usePicker();
  const { session, hubUrl, isSandbox } = settings;
  const { theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const isShown = useIsShown();
  const originJob = useJob();
  const identityJob = useJob();
  const isUnknown = isShown && status === 'signed-in' && identity === undefined;
  const [isLoading, setIsLoading] = useState(isUnknown);
  const [origin, setOrigin] = useState<string>();
  const refresh = () =>
    identityJob.start(async () => {
      setIsLoading(true);
      await session.refreshIdentity().finally(() => setIsLoading(false));
    });
  const onUnknown = useEffectEvent(refresh);
  useEffect(() => {
    // Retry, because the hub may have been unreachable.
    if (isUnknown) onUnknown();
  }, [isUnknown]);
  useEffect(() => {
    if (isShown) originJob.start(() => tokenOrigin(settings), setOrigin);
  }, [isShown, originJob, settings]);

  function title(): string {
    if (status === 'expired') return 'Your sign-in has expired.';
    if (status !== 'signed-in') return 'You are not signed in.';
    if (identity) return identityLine(identity) + (identity.isPro ? `${theme.separator}Pro` : '');
    return isLoading ? 'Loading your account' : 'You are signed in; user name unavailable.';
  }
  const hub = isSandbox ? `Sandbox: ${hubUrl}` : `Hub: ${hubUrl}`;
  const hasOrigin = status === 'signed-in' && origin !== undefined;
  const facts = [hub, ...(hasOrigin ? [`The token is ${origin}.`] : [])];
  const lines = [
    ...paragraph(title(), body.columns, theme.title),
    ...facts.flatMap((fact) => paragraph(fact, body.columns, theme.dim)),
  ];
  return { lines, isLoading, refresh };
}
