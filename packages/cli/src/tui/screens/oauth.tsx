import { loadOAuth, visibleLine, type DeviceCode, type OAuthResult } from '@tryout/engine';
import { signInByBrowser } from '@tryout/engine/node';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { clientIdFor, formatDuration } from '../../sign-in/account.ts';
import { useLongLines } from '../components/scroll.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { useCopy, useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';

/** Signs in and closes the sign-in screens. Rejects if the sign-in failed. */
export function useFinishSignIn(): (signIn: () => Promise<void>) => Promise<void> {
  const { session, environment, hubUrl, navigation, notify } = usePicker();
  return async (signIn) => {
    await signIn();
    const { status, error, notice } = session.getSnapshot().signIn;
    if (status !== 'signed-in' || error) throw error ?? new Error('You are not signed in');
    navigation.back('sign-in');
    const isSet = Boolean(environment['HF_TOKEN']?.trim());
    const warning = isSet ? 'HF_TOKEN overrides this sign-in at the next start; unset it.' : undefined;
    const message = `Signed in to ${new URL(hubUrl).host}.`;
    notify([notice ?? message, warning].filter(Boolean).join(' '), notice === undefined ? 'good' : 'plain');
  };
}

/** Signs in with a browser on this machine. Also shows the URL. */
export function BrowserScreen(): ReactNode {
  const settings = usePicker();
  const { theme, body } = useTerminal();
  const copy = useCopy();
  const openPage = useOpen();
  const [page, setPage] = useState<string>();
  const signIn = (signal: AbortSignal) => {
    setPage(undefined);
    const onPage = (url: string) => {
      setPage(url);
      openPage(url);
    };
    const options = { connection: settings.connection(), clientId: clientIdFor(settings), signal };
    return signInByBrowser(options, { onPage });
  };
  if (page === undefined) return <WaitingPage signIn={signIn} lines={['Loading the sign-in page']} />;
  return (
    <WaitingPage
      signIn={signIn}
      lines={[
        ...paragraph('Open this page in a browser on this machine:', body.columns),
        ...addressLines(page, body.columns).map((line) => theme.accent(line)),
        '',
        ...paragraph('Waiting for sign-in; Esc to cancel.', body.columns, theme.dim),
      ]}
      commands={[
        command('c', 'copy URL', 'Copy the page URL', () => copy(page)),
        command('o', 'open', 'Open the page in your browser again', () => openPage(page)),
      ]}
    />
  );
}

/** Breaks a URL only at the right edge, so that it can be selected in one piece. */
function addressLines(address: string, columns: number): string[] {
  return address.match(new RegExp(`.{1,${Math.max(1, columns)}}`, 'gu')) ?? [];
}

/** Device authorization (RFC 8628): shows a code to enter in any browser. */
export function DeviceScreen(): ReactNode {
  const settings = usePicker();
  const { theme, body } = useTerminal();
  const copy = useCopy();
  const openPage = useOpen();
  const [code, setCode] = useState<DeviceCode>();
  const signIn = async (signal: AbortSignal) => {
    setCode(undefined);
    const { requestDeviceCode, waitForDevice } = await loadOAuth();
    const options = { connection: settings.connection(), clientId: clientIdFor(settings), signal };
    const deviceCode = await requestDeviceCode(options);
    setCode(deviceCode);
    return waitForDevice(options, deviceCode);
  };
  if (!code) return <WaitingPage signIn={signIn} lines={['Requesting a code']} />;

  const { userCode, verificationUri, verificationUriComplete: complete, expiresIn } = code;
  const address = complete ?? verificationUri;
  const text = (line: string) => paragraph(line, body.columns);
  const page = (url: string) => paragraph(url, body.columns, theme.accent);
  const expiry = `The code expires in ${formatDuration(expiresIn)}. Waiting for sign-in; Esc to cancel.`;
  return (
    <WaitingPage
      signIn={signIn}
      lines={[
        ...text('Open this page in a browser on any device:'),
        ...page(verificationUri),
        ...text('Enter this code:'),
        `  ${theme.title(visibleLine(userCode))}`,
        ...(complete === undefined
          ? []
          : [...text('Or open this link, which includes the code:'), ...page(complete)]),
        ...paragraph(expiry, body.columns, theme.dim),
      ]}
      commands={[
        command('c', 'copy code', 'Copy the code', () => copy(userCode)),
        command('a', 'copy URL', 'Copy the page URL', () => copy(address)),
        command('o', 'open here', 'Open the page in a browser on this machine', () => openPage(address)),
      ]}
    />
  );
}

interface WaitingPageProps {
  signIn(signal: AbortSignal): Promise<OAuthResult>;
  readonly lines: readonly string[];
  readonly commands?: readonly Command[];
}

/** Shows lines while the user signs in on a page of the hub, or why that failed. */
function WaitingPage({ signIn, lines, commands = [] }: WaitingPageProps): ReactNode {
  const { session } = usePicker();
  const { theme, body } = useTerminal();
  const finish = useFinishSignIn();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [error, setError] = useState<unknown>();
  const start = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const result = await signIn(signal);
      await finish(() => session.signInWith(result));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
  });
  useEffect(() => job.start(start), [attempt, job]);
  const retry = () => {
    setError(undefined);
    setAttempt(attempt + 1);
  };
  const long = useLongLines(error === undefined ? lines : errorLines(error, body.columns, theme), body.rows);
  const actions = error === undefined ? commands : [command('r', 'try again', 'Start over', retry)];
  useKeys({ commands: [...actions, ...long.commands] });
  return <Lines lines={long.visible} />;
}
