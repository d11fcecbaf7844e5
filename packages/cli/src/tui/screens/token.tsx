import { checkAccessToken, identify, isFailure, tokenPageOf } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { TextLine } from '../components/text-line.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { useJob, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useFinishSignIn } from './oauth.tsx';

const LABEL = 'Access token: ';

/** Asks for a token without ever showing its characters. */
export function TokenScreen(): ReactNode {
  const { session, connection, hubUrl, isSandbox, notify } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const finish = useFinishSignIn();
  const openPage = useOpenPage();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  /** Whether the next typed text replaces the rejected token. */
  const [isReplaced, setIsReplaced] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const { columns, rows } = body;
  const page = tokenPageOf(hubUrl);

  const change = (text: string) => {
    setTyped(text);
    setError(undefined);
    setIsReplaced(false);
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
      setError(failure);
      setIsReplaced(true);
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
          { keys: ['enter'], label: 'sign in', help: 'Sign in with this token' },
          command('ctrl+l', 'clear', 'Clear the token', () => change('')),
          command('ctrl+o', 'open page', 'Open the page to create a token', () => openPage(page)),
        ],
  });
  const status = isChecking ? [theme.dim('Verifying the token')] : errorLines(error, columns, theme, page);
  const help = isSandbox
    ? paragraph('The sandbox accepts any token that starts with hf_.', columns)
    : [
        ...paragraph('Create a token on this page, then paste it here:', columns),
        ...paragraph(page, columns, theme.accent),
      ];
  const isRoomy = help.length + 2 + status.length <= rows;
  return (
    <Box flexDirection="column">
      {isRoomy && <Lines lines={[...help, '']} />}
      <TextLine
        label={theme.title(LABEL)}
        value={typed}
        onChange={change}
        onSubmit={submit}
        mask="*"
        width={Math.max(1, columns - LABEL.length)}
        isFocused={!isChecking}
        onKey={({ text }) => {
          if (!isReplaced) return undefined;
          setIsReplaced(false);
          if (text === '') return undefined;
          change(text);
          return true;
        }}
      />
      <Lines lines={isRoomy ? status : [...status, ...help]} />
    </Box>
  );
}
