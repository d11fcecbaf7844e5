import { visibleLine } from '@tryout/engine';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { identityLine } from '../../sign-in/identity-line.ts';
import { symbolsOf } from '../../terminal/index.ts';
import { Menu, type MenuRow } from '../components/menu.tsx';
import { paragraph } from '../components/paragraph.ts';
import { ScrollBox } from '../components/scroll-lines.tsx';
import { useBackground, useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys } from '../hooks/use-keys.ts';
import { useIsShown, useNavigation } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { signOut, tokenOrigin } from '../../sign-in/account-token.ts';

interface AccountRow extends MenuRow {
  choose(): void;
}

/** Who is signed in, what account pays for runs, and the ways out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session, isSandbox } = settings;
  const { theme, body } = useTerminal();
  const { signIn, choices } = useSession();
  const navigation = useNavigation();
  const notify = useNotify();
  const runInBackground = useBackground();
  const { isAsking, refresh } = useRefresh();
  const who = useWhoLines(isAsking);
  const [chosen, setChosen] = useState<string>();
  /** Whether the next press signs out. */
  const [isSigningOut, setIsSigningOut] = useState(false);
  const keep = () => setIsSigningOut(false);
  const isSignedIn = signIn.status === 'signed-in';

  const { billTo, ...others } = choices;
  const payerRow = (name: string | undefined, label: string): AccountRow => ({
    name: `bill ${name ?? ''}`,
    label: `${billTo === name ? theme.on : theme.off} ${visibleLine(label)}`,
    choose: () => session.setChoices({ ...others, ...(name === undefined ? {} : { billTo: name }) }),
  });
  const orgs = signIn.identity?.orgs ?? [];
  const payers = orgs.filter(({ canPay }) => canPay);
  // One that was chosen on the command line, or can no longer pay, is still shown.
  const isElsewhere = billTo !== undefined && !payers.some(({ name }) => name === billTo);
  const payerRows: readonly AccountRow[] = signIn.identity
    ? [
        payerRow(undefined, 'yourself'),
        ...payers.map((payer) => payerRow(payer.name, identityLine(payer))),
        ...(isElsewhere ? [payerRow(billTo, `${billTo} (cannot pay)`)] : []),
      ]
    : [];

  function askToSignOut(): void {
    setIsSigningOut(!isSigningOut);
    if (!isSigningOut) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  }
  const row = (name: string, label: string, choose: () => void): AccountRow => ({ name, label, choose });
  const openSignIn = () => navigation.open('sign-in');
  const signOutLabel = isSigningOut ? 'Sign out: press again to do it' : 'Sign out';
  const actions: readonly AccountRow[] = [
    ...(isSignedIn
      ? [row('other', 'Sign in as someone else', openSignIn), row('sign out', signOutLabel, askToSignOut)]
      : [row('sign in', 'Sign in', openSignIn)]),
    ...(isSandbox ? [] : [row('sandbox', 'Use the sandbox, no account', () => settings.switchToSandbox())]),
  ];

  const guestOf = orgs.filter(({ canPay }) => !canPay).map(({ name }) => name);
  const guestLines = paragraph(
    `Also in, but not to be billed: ${guestOf.join(', ')}`,
    body.columns,
    theme.dim,
  );
  const rows = [...payerRows, ...actions].map((each, index) => ({
    ...each,
    above: [
      ...(index === 0 ? who : []),
      ...(each === payerRows[0] ? ['', theme.title('Bill to')] : []),
      ...(each === actions[0] ? [...(guestOf.length > 0 ? guestLines : []), ''] : []),
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

/** Asks the hub who is signed in: at once if that is unknown, since the hub may have been out of reach before. */
function useRefresh(): { readonly isAsking: boolean; refresh(): void } {
  const { session } = usePicker();
  const { identity, status } = useSession().signIn;
  const isUnknown = useIsShown() && status === 'signed-in' && identity === undefined;
  const job = useJob();
  const [isAsking, setIsAsking] = useState(isUnknown);
  const refresh = useCallback(
    () =>
      job.start(async () => {
        setIsAsking(true);
        await session.refreshIdentity().finally(() => setIsAsking(false));
      }),
    [job, session],
  );
  useEffect(() => {
    if (isUnknown) refresh();
  }, [isUnknown, refresh]);
  return { isAsking, refresh };
}

/** Who is signed in, where, and by which token. */
function useWhoLines(isAsking: boolean): readonly string[] {
  const settings = usePicker();
  const { hubUrl, isSandbox } = settings;
  const { terminal, theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const isShown = useIsShown();
  const job = useJob();
  const [origin, setOrigin] = useState<string>();
  useEffect(() => {
    if (isShown) job.start(async () => setOrigin(await tokenOrigin(settings)));
  }, [isShown, job, settings]);

  const lines = (title: string, ...facts: string[]) => [
    ...paragraph(title, body.columns, theme.title),
    ...facts.flatMap((fact) => paragraph(fact, body.columns, theme.dim)),
  ];
  const hub = isSandbox ? `The sandbox, at ${hubUrl}` : `At ${hubUrl}`;
  if (status === 'expired') return lines('Your sign-in has expired.', hub);
  if (status !== 'signed-in') return lines('You are not signed in.', hub);
  const pro = identity?.isPro ? `${symbolsOf(terminal).separator}Pro` : '';
  const unknown = isAsking ? 'Asking the hub who you are' : 'You are signed in; user name unavailable.';
  const token = origin === undefined ? [] : [`The token is ${origin}.`];
  return lines(identity ? identityLine(identity) + pro : unknown, hub, ...token);
}
