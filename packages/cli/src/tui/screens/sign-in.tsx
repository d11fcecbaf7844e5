import { checkAccessToken, isFailure, isRunning, getTokenPage, identify } from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { missingClientId, SANDBOX_TOKENS } from '../../context/account.ts';
import { Menu } from '../components/menu.tsx';
import { TextLine } from '../components/text-line.tsx';
import { paragraph, errorLines, Lines } from '../components/text.tsx';
import { useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useFinishSignIn } from './hub-page.tsx';

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
    description: isSandbox ? SANDBOX_TOKENS : `The quickest way: create a token on ${host} and paste it.`,
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
    ? paragraph(SANDBOX_TOKENS, columns)
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
