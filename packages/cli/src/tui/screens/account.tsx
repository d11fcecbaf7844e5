import { visibleLine } from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { graphicsValues, saveSetting, settingsPath } from '../../context/settings.ts';
import { identityLine, signOut, tokenOrigin } from '../../context/account.ts';
import { Menu } from '../components/menu.tsx';
import { Question } from '../components/prompt.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { minorCommand, useKeys, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

const SIGN_OUT = 'Sign out';
const IMAGES = 'Images in the picker';

/** The current account, billing, and signing out. */
export function AccountScreen(): ReactNode {
  const settings = usePicker();
  const { session, isSandbox, navigation, notify, runInBackground } = settings;
  const { theme } = useTerminal();
  const { signIn, choices } = useSession();
  const lines = useAccountLines();
  /** The row that has opened a menu of its own. */
  const [{ name, isOpen }, setMenu] = useState({ name: '', isOpen: false });
  const open = (row: string) => () => setMenu({ name: row, isOpen: true });
  const close = () => setMenu({ name, isOpen: false });

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
      () => session.setChoices({ ...choices, billTo: name }),
      `bill ${name ?? ''}`,
    );
  const openSignIn = () => navigation.open('sign-in');
  const rows = [
    ...(signIn.identity ? payers.map(payerRow) : []),
    row(IMAGES, open(IMAGES)),
    ...(signIn.status === 'signed-in'
      ? [row('Use another account', openSignIn), row(SIGN_OUT, open(SIGN_OUT))]
      : [row('Sign in', openSignIn)]),
    ...(isSandbox ? [] : [row('Use the sandbox (no account needed)', () => settings.switchToSandbox())]),
  ];

  useKeys({
    isActive: !isOpen,
    commands: [
      minorCommand('r', 'refresh', 'Reload your account', () =>
        runInBackground(() => session.refreshIdentity()),
      ),
    ],
  });

  function answer(isConfirmed: boolean): void {
    close();
    if (!isConfirmed) return;
    navigation.back('account');
    runInBackground((signal) => signOut(settings, notify, signal));
  }
  if (!isOpen) return <Menu above={lines} rows={rows} initial={name} />;
  if (name === IMAGES) return <ImagesMenu onClose={close} />;
  return (
    <>
      <Question text="Sign out?" yes="sign out" no="stay signed in" onAnswer={answer} />
      <Lines lines={['', ...lines]} />
    </>
  );
}

/** Chooses how images are drawn, and stores it in the settings. */
function ImagesMenu({ onClose }: { onClose(): void }): ReactNode {
  const { memory, userSettings, environment, notify, runInBackground } = usePicker();
  const { theme } = useTerminal();
  const value = memory.graphics ?? userSettings['graphics'] ?? 'auto';
  const choose = (next: string) =>
    runInBackground(async () => {
      onClose();
      await saveSetting(settingsPath(environment), 'graphics', next);
      memory.graphics = next;
      notify(`Images: ${next}, from the next start on.`, 'good');
    });
  const row = (name: string) => ({
    name,
    label: name,
    isOn: name === value,
    choose: () => choose(name),
  });
  const rows = Object.keys(graphicsValues).map(row);
  return <Menu above={[theme.title(IMAGES), '']} rows={rows} initial={value} onCancel={onClose} />;
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
