import {
  checkAccessToken,
  isFailure,
  isRunning,
  getTokenPage,
  identify,
  loadOAuth,
  visibleLine,
  type DeviceCode,
  type OAuthResult,
} from '@tryout/engine';
import { useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { missingClientId, clientIdFor, formatDuration } from '../../context/account.ts';
import { Menu } from '../components/menu.tsx';
import { TextLine } from '../components/text-line.tsx';
import { paragraph, errorLines, Lines } from '../components/text.tsx';
import { useJob, useOpen, useCopy } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useSession, useTerminal, type Command } from '../hooks/use-picker.ts';
import { signInByBrowser } from '@tryout/engine/node';
import { useLongLines } from '../components/scroll.tsx';

/** Lists the sign-in methods. */
export function SignInScreen(): ReactNode {
  const { theme, body } = useTerminal();
  const above = useReasons();
  const methods = useMethods();
  const missing = missingClientId(usePicker());
  const dim = (text: string) => ['', ...paragraph(text, body.columns, theme.dim)];
  const setup = `Signing in with your browser or a code is not set up. ${missing}`;
  return (
    <Menu
      above={[...above, '']}
      rows={methods.map((each) => ({ ...each, label: each.name }))}
      below={({ name }) => [
        ...dim(methods.find((each) => each.name === name)?.description ?? ''),
        ...(missing === undefined ? [] : dim(setup)),
      ]}
      isNumbered
    />
  );
}

function useMethods() {
  const settings = usePicker();
  const { hubUrl, isSandbox, environment, navigation } = settings;
  const { host } = new URL(hubUrl);
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  const token = {
    name: 'Paste a token',
    description: isSandbox
      ? 'The sandbox accepts any token that starts with hf_.'
      : `The quickest way: create a token on ${host} and paste it.`,
    choose: () => navigation.open('token'),
  };
  const onPages = [
    {
      name: 'Sign in with your browser',
      description: isRemote
        ? 'Requires a browser on this machine. Over SSH, use a code on another device instead.'
        : `Opens ${host} in your browser and returns here automatically.`,
      choose: () => navigation.open('browser'),
    },
    {
      name: 'Sign in with a code on another device',
      description: 'Shows a short code to enter in a browser on any device. Works over SSH.',
      choose: () => navigation.open('device'),
    },
  ];
  const sandbox = {
    name: 'Use the sandbox (no account needed)',
    description: 'Small models for every task, on this machine. Nothing is sent over the network.',
    choose: () => settings.switchToSandbox(),
  };
  return [
    token,
    ...(missingClientId(settings) === undefined ? onPages : []),
    ...(isSandbox ? [] : [sandbox]),
  ];
}

/** Why to sign in, in styled lines. */
function useReasons(): readonly string[] {
  const { environment, hubUrl, connection } = usePicker();
  const { theme, body } = useTerminal();
  const { status, identity, error } = useSession().signIn;
  const { host } = new URL(hubUrl);
  const variable = environment['HF_TOKEN']?.trim();
  const isExpired = status === 'expired';
  const lines: string[] = [];
  const add = (text: string, style?: (line: string) => string) =>
    lines.push(...paragraph(text, body.columns, style));
  if (isExpired) {
    // Without an identity, the token may never have been valid.
    const isKnown = identity !== undefined;
    add(isKnown ? 'Your sign-in has expired.' : `${host} rejected the token.`, theme.error);
    add('Sign in again; your inputs are kept.');
  } else if (status === 'signed-in') {
    add(`You are signed in to ${host}${identity ? ` as ${identity.name}` : ''}. Use another account:`);
  } else add(`Sign in to ${host} to try its models:`);
  if (error) add(error.message, isExpired ? theme.dim : theme.error);
  if (isExpired && variable !== undefined && variable === connection().token)
    add('The token comes from HF_TOKEN: fix or unset it.');
  else if (variable && status !== 'signed-in')
    add('HF_TOKEN is set and will be used at the next start; unset it to stay signed out.');
  return lines;
}

const LABEL = 'Access token: ';

/** Asks for a token without ever showing its characters. */
export function TokenScreen(): ReactNode {
  const { session, connection, hubUrl, isSandbox, notify } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const finish = useFinishSignIn();
  const openPage = useOpen();
  const [input, setInput] = useState('');
  const [error, setError] = useState<unknown>();
  const [isChecking, setIsChecking] = useState(false);
  const isRunInProgress = isRunning(useSession());
  const { columns } = body;
  const page = getTokenPage(hubUrl);

  const change = (text: string) => {
    setInput(text);
    setError(undefined);
  };

  /** Verifies the token before storing it, unless the hub is unavailable. */
  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const token = checkAccessToken(input, hubUrl);
      let isUnchecked = false;
      await identify({ ...connection(), token, renewal: undefined }, signal).catch((failure: unknown) => {
        if (!isFailure(failure) || failure.outcome === 'refused' || signal.aborted) throw failure;
        isUnchecked = true;
      });
      await finish(() => session.signIn(token));
      if (isUnchecked)
        notify(`The token is stored, but ${new URL(hubUrl).host} could not verify it right now.`);
    } catch (failure) {
      if (signal.aborted) return;
      // The next token must not be appended to the rejected one.
      if (isFailure(failure) && ['input', 'refused'].includes(failure.outcome)) setInput('');
      setError(failure);
    }
    setIsChecking(false);
  }
  const submit = () => {
    if (input.trim() === '') return;
    setError(undefined);
    setIsChecking(true);
    job.start(signIn);
  };
  const cancel = () => {
    job.cancel();
    setIsChecking(false);
  };

  useKeys({
    commands: isChecking
      ? [command('escape', 'cancel', 'Cancel verification', cancel)]
      : [
          !isRunInProgress && command('enter', 'sign in', 'Sign in with this token', submit),
          !isRunInProgress && command('ctrl+l', 'clear', 'Clear the token', () => change('')),
          command('ctrl+o', 'open page', 'Open the page to create a token', () => openPage(page)),
        ],
  });
  const busy = isChecking ? 'Verifying the token' : isRunInProgress && 'A run is in progress';
  const status = busy ? [theme.dim(busy)] : errorLines(error, columns, theme);
  const help = isSandbox
    ? paragraph('The sandbox accepts any token that starts with hf_.', columns)
    : [
        ...paragraph('Create a token on this page, then paste it here:', columns),
        ...paragraph(page, columns, theme.accent),
      ];
  return (
    <>
      <TextLine
        label={theme.title(LABEL)}
        value={input}
        onChange={change}
        mask="*"
        width={Math.max(1, columns - LABEL.length)}
        isFocused={!isChecking}
      />
      <Lines lines={[...status, '', ...help]} />
    </>
  );
}

/** Signs in and closes the sign-in screens. Rejects if the sign-in failed. */
function useFinishSignIn(): (signIn: () => Promise<void>) => Promise<void> {
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
