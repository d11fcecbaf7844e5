import { checkAccessToken, identify, isFailure, isRunning, getTokenPage } from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { TextLine } from '../components/text-line.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useFinishSignIn } from './oauth.tsx';

const LABEL = 'Access token: ';

/** Asks for a token without ever showing its characters. */
export function TokenScreen(): ReactNode {
  const { session, connection, hubUrl, isSandbox, notify } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const finish = useFinishSignIn();
  const openPage = useOpen();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const [isChecking, setIsChecking] = useState(false);
  const isRunInProgress = isRunning(useSession());
  const { columns } = body;
  const page = getTokenPage(hubUrl);

  const change = (text: string) => {
    setTyped(text);
    setError(undefined);
  };

  /** Verifies the token before storing it, unless the hub is unavailable. */
  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const token = checkAccessToken(typed, hubUrl);
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
      if (isFailure(failure) && ['input', 'refused'].includes(failure.outcome)) setTyped('');
      setError(failure);
    }
    setIsChecking(false);
  }
  const submit = () => {
    if (typed.trim() === '') return;
    setError(undefined);
    setIsChecking(true);
    job.start(signIn);
  };
  const cancel = () => {
    job.stop();
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
        value={typed}
        onChange={change}
        mask="*"
        width={Math.max(1, columns - LABEL.length)}
        isFocused={!isChecking}
      />
      <Lines lines={[...status, '', ...help]} />
    </>
  );
}
