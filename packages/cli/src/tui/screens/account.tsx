import { visibleLine } from '@tryout/engine';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { identityLine } from '../../sign-in/identity-line.ts';
import { symbolsOf } from '../../terminal/index.ts';
import { Menu, type MenuRow } from '../components/menu.tsx';
import { paragraph } from '../components/paragraph.ts';
import { ScrollBox } from '../components/scroll-lines.tsx';
import { Lines } from '../components/lines.tsx';
import { useBackground, useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys } from '../hooks/use-keys.ts';
import { useIsShown, useNavigation } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { signOut, tokenOrigin } from '../../sign-in/account-token.ts';

/** Something to choose on the account screen. */
interface AccountRow extends Omit<MenuRow, 'above'> {
  choose(): void;
}

/** Who is signed in, what account pays for runs, and the ways out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session } = settings;
  const { theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const isShown = useIsShown();
  const navigation = useNavigation();
  const notify = useNotify();
  const runInBackground = useBackground();
  const job = useJob();
  const identityJob = useJob();
  const [chosen, setChosen] = useState<string>();
  const [origin, setOrigin] = useState<string>();
  const isSignedIn = status === 'signed-in';
  const isUnknown = isShown && isSignedIn && identity === undefined;
  const [isAsking, setIsAsking] = useState(isUnknown);
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  const { columns, rows: height } = body;

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
    if (isShown) job.start(async () => setOrigin(await tokenOrigin(settings)));
  }, [isShown, job, settings]);

  const askToSignOut = () => {
    setIsAskedAgain(!isAskedAgain);
    if (!isAskedAgain) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  };
  const openSignIn = () => navigation.open('sign-in');
  const billing = useBillingRows();
  const actions: readonly AccountRow[] = [
    ...(isSignedIn
      ? [
          { name: 'other', label: 'Sign in as someone else', choose: openSignIn },
          {
            name: 'sign out',
            label: isAskedAgain ? 'Sign out: press again to do it' : 'Sign out',
            choose: askToSignOut,
          },
        ]
      : [{ name: 'sign in', label: 'Sign in', choose: openSignIn }]),
    ...(settings.isSandbox
      ? []
      : [
          {
            name: 'sandbox',
            label: 'Use the sandbox, no account',
            choose: () => settings.switchToSandbox(),
          },
        ]),
  ];
  const rows = [...billing, ...actions];
  const row = rows.find(({ name }) => name === chosen) ?? rows[0]!;
  const who = useWhoLines(isAsking, origin);
  const others = (identity?.orgs ?? []).filter(({ canPay }) => !canPay).map(({ name }) => name);
  const aboveOf = (name: string) => {
    if (name === billing[0]?.name) return ['', theme.title('Bill to')];
    if (name !== actions[0]!.name) return [];
    const text = `Also in, but not to be billed: ${others.join(', ')}`;
    return [...(others.length === 0 ? [] : paragraph(text, columns, theme.dim)), ''];
  };
  const menuRows = rows.map((each) => ({ ...each, above: aboveOf(each.name) }));
  const lineOf = (index: number) =>
    who.length + menuRows.slice(0, index + 1).reduce((sum, { above }) => sum + above.length + 1, -1);

  const isNotMeant = () => {
    setIsAskedAgain(false);
  };
  useKeys({
    commands: [
      ...(isAskedAgain ? [{ keys: ['escape'], label: 'stay signed in', run: isNotMeant }] : []),
      {
        keys: ['enter', 'space'],
        label: billing.includes(row) ? 'bill to' : 'choose',
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
      isNotMeant();
      return false;
    },
  });
  return (
    <ScrollBox count={lineOf(rows.length - 1) + 1} rows={height} focus={lineOf(rows.indexOf(row))}>
      <Lines lines={who} />
      <Menu
        rows={menuRows}
        chosen={chosen}
        columns={columns}
        onMove={(name) => {
          setChosen(name);
          isNotMeant();
        }}
        onChoose={(name) => {
          setChosen(name);
          rows.find((each) => each.name === name)?.choose();
        }}
      />
    </ScrollBox>
  );
}

/** The accounts that can pay for runs: the user's own and organizations. */
function useBillingRows(): readonly AccountRow[] {
  const { session } = usePicker();
  const { theme } = useTerminal();
  const { signIn, choices } = useSession();
  const { identity } = signIn;
  if (!identity) return [];
  const { billTo, ...others } = choices;
  const payers = identity.orgs.filter(({ canPay }) => canPay);
  // One that was chosen on the command line, or can no longer pay, is still shown.
  const isElsewhere = billTo !== undefined && !payers.some(({ name }) => name === billTo);
  const row = (label: string, name: string | undefined): AccountRow => ({
    name: `bill ${name ?? ''}`,
    label: `${billTo === name ? theme.on : theme.off} ${visibleLine(label)}`,
    choose: () => session.setChoices({ ...others, ...(name === undefined ? {} : { billTo: name }) }),
  });
  return [
    row('yourself', undefined),
    ...payers.map((payer) => row(identityLine(payer), payer.name)),
    ...(isElsewhere ? [row(`${billTo} (cannot pay)`, billTo)] : []),
  ];
}

/**
 * Who is signed in, where, and by which token.
 * @param isAsking whether the hub is being asked who it is
 * @param origin where the token comes from, once that is known
 */
function useWhoLines(isAsking: boolean, origin: string | undefined): readonly string[] {
  const { hubUrl, isSandbox } = usePicker();
  const { terminal, theme, body } = useTerminal();
  const { identity, status } = useSession().signIn;
  const title = (text: string) => paragraph(text, body.columns, theme.title);
  const dim = (text: string) => paragraph(text, body.columns, theme.dim);
  const hub = isSandbox ? `The sandbox, at ${hubUrl}` : `At ${hubUrl}`;
  if (status !== 'signed-in')
    return [
      ...title(status === 'expired' ? 'Your sign-in has expired.' : 'You are not signed in.'),
      ...dim(hub),
    ];
  const unknown = isAsking ? 'Asking the hub who you are' : 'You are signed in; user name unavailable.';
  const pro = identity?.isPro ? `${symbolsOf(terminal).separator}Pro` : '';
  return [
    ...title(identity ? identityLine(identity) + pro : unknown),
    ...dim(hub),
    ...(origin === undefined ? [] : dim(`The token is ${origin}.`)),
  ];
}
