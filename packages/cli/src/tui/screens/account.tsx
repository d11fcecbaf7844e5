import { visibleLine } from '@tryout/engine';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { identityLine } from '../../sign-in/identity-line.ts';
import { symbolsOf } from '../../terminal/index.ts';
import { Menu } from '../components/menu.tsx';
import { paragraph } from '../components/text.tsx';
import { ScrollBox } from '../components/scroll.tsx';
import { useBackground, useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys } from '../hooks/use-keys.ts';
import { useIsShown, useNavigation } from '../hooks/use-navigation.ts';
import { useNotify, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { signOut, tokenOrigin } from '../../sign-in/account-token.ts';

/** Who is signed in, what account pays for runs, and the ways out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session, isSandbox } = settings;
  const { theme, body } = useTerminal();
  const { signIn, choices } = useSession();
  const navigation = useNavigation();
  const notify = useNotify();
  const runInBackground = useBackground();
  const { who, isAsking, refresh } = useWho();
  const [chosen, setChosen] = useState<string>();
  /** Whether the next press signs out. */
  const [isSigningOut, setIsSigningOut] = useState(false);
  const keep = () => setIsSigningOut(false);
  const isSignedIn = signIn.status === 'signed-in';

  const { billTo, ...others } = choices;
  const orgs = signIn.identity?.orgs ?? [];
  const payers = [
    { name: undefined, label: 'yourself' },
    ...orgs.filter(({ canPay }) => canPay).map((org) => ({ name: org.name, label: identityLine(org) })),
  ];
  // One that was chosen on the command line, or can no longer pay, is still shown.
  const isElsewhere = !payers.some(({ name }) => name === billTo);
  const shownPayers = isElsewhere ? [...payers, { name: billTo, label: `${billTo} (cannot pay)` }] : payers;
  const row = (name: string, label: string, choose: () => void) => ({ name, label, choose });
  const payerRows = (signIn.identity ? shownPayers : []).map(({ name, label }) =>
    row(`bill ${name ?? ''}`, `${billTo === name ? theme.on : theme.off} ${visibleLine(label)}`, () =>
      session.setChoices({ ...others, ...(name === undefined ? {} : { billTo: name }) }),
    ),
  );

  function askToSignOut(): void {
    setIsSigningOut(!isSigningOut);
    if (!isSigningOut) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  }
  const openSignIn = () => navigation.open('sign-in');
  const signOutLabel = isSigningOut ? 'Sign out: press again to do it' : 'Sign out';
  const actions = [
    ...(isSignedIn
      ? [row('other', 'Sign in as someone else', openSignIn), row('sign out', signOutLabel, askToSignOut)]
      : [row('sign in', 'Sign in', openSignIn)]),
    ...(isSandbox ? [] : [row('sandbox', 'Use the sandbox, no account', () => settings.switchToSandbox())]),
  ];

  const guestOf = orgs.filter(({ canPay }) => !canPay).map(({ name }) => name);
  const guestText = `Also in, but not to be billed: ${guestOf.join(', ')}`;
  const guestLines = guestOf.length > 0 ? paragraph(guestText, body.columns, theme.dim) : [];
  const rows = [...payerRows, ...actions].map((each, index) => ({
    ...each,
    above: [
      ...(index === 0 ? who : []),
      ...(each === payerRows[0] ? ['', theme.title('Bill to')] : []),
      ...(each === actions[0] ? [...guestLines, ''] : []),
    ],
  }));
  const current = Math.max(
    0,
    rows.findIndex(({ name }) => name === chosen),
  );
  const heightOf = (some: typeof rows) => some.reduce((sum, { above }) => sum + above.length + 1, 0);

  useKeys({
    commands: [
      ...(isSigningOut ? [{ keys: ['escape'], label: 'stay signed in', run: keep }] : []),
      {
        keys: ['enter', 'space'],
        label: current < payerRows.length ? 'bill to' : 'choose',
        help: 'Bill runs to this account, or do what the row says',
      },
      minorCommand(
        'r',
        'refresh',
        'Ask the hub again who you are',
        () => isSignedIn && !isAsking && refresh(),
      ),
    ],
    onKey() {
      keep();
      return false;
    },
  });
  return (
    <ScrollBox count={heightOf(rows)} rows={body.rows} focus={heightOf(rows.slice(0, current + 1)) - 1}>
      <Menu
        rows={rows}
        chosen={chosen}
        columns={body.columns}
        onMove={(name) => {
          setChosen(name);
          keep();
        }}
        onChoose={(name) => {
          setChosen(name);
          rows.find((each) => each.name === name)?.choose();
        }}
      />
    </ScrollBox>
  );
}

/** Who is signed in, where, and by which token; `refresh` asks the hub again. */
function useWho(): { readonly who: readonly string[]; readonly isAsking: boolean; refresh(): void } {
  const settings = usePicker();
  const { session, hubUrl, isSandbox } = settings;
  const { terminal, theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const isShown = useIsShown();
  const originJob = useJob();
  const identityJob = useJob();
  const isUnknown = isShown && status === 'signed-in' && identity === undefined;
  const [isAsking, setIsAsking] = useState(isUnknown);
  const [origin, setOrigin] = useState<string>();
  const refresh = useCallback(
    () =>
      identityJob.start(async () => {
        setIsAsking(true);
        await session.refreshIdentity().finally(() => setIsAsking(false));
      }),
    [identityJob, session],
  );
  useEffect(() => {
    // The hub may have been out of reach before.
    if (isUnknown) refresh();
  }, [isUnknown, refresh]);
  useEffect(() => {
    if (isShown) originJob.start(async () => setOrigin(await tokenOrigin(settings)));
  }, [isShown, originJob, settings]);

  function title(): string {
    if (status === 'expired') return 'Your sign-in has expired.';
    if (status !== 'signed-in') return 'You are not signed in.';
    const pro = identity?.isPro ? `${symbolsOf(terminal).separator}Pro` : '';
    if (identity) return identityLine(identity) + pro;
    return isAsking ? 'Asking the hub who you are' : 'You are signed in; user name unavailable.';
  }
  const hub = isSandbox ? `The sandbox, at ${hubUrl}` : `At ${hubUrl}`;
  const hasOrigin = status === 'signed-in' && origin !== undefined;
  const facts = [hub, ...(hasOrigin ? [`The token is ${origin}.`] : [])];
  const who = [
    ...paragraph(title(), body.columns, theme.title),
    ...facts.flatMap((fact) => paragraph(fact, body.columns, theme.dim)),
  ];
  return { who, isAsking, refresh };
}
