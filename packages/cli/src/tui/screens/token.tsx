import { checkAccessToken, identify, isFailure, tokenPageOf } from '@tryout/engine';
import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { TextLine } from '../components/text-line.tsx';
import { useFinishSignIn } from './oauth.tsx';
import { useJob, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { useNotify, usePicker, useTerminal } from '../hooks/use-picker.ts';

const LABEL = 'Access token: ';

/** Takes a token that is pasted or typed; no character of it is ever shown. */
export function TokenScreen(): ReactNode {
  const { session, connection, hubUrl, isSandbox } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const notify = useNotify();
  const finish = useFinishSignIn();
  const openPage = useOpenPage();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  /** Whether what is typed or pasted next replaces the token, which was refused. */
  const [isReplaced, setIsReplaced] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { columns, rows } = body;
  const page = tokenPageOf(hubUrl);

  const change = (text: string) => {
    setTyped(text);
    setError(undefined);
    setIsReplaced(false);
  };

  /** The hub checks the token before it is stored; a hub that cannot answer just now is no reason to refuse it. */
  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const token = checkAccessToken(typed, hubUrl);
      let isUnsure = false;
      await identify({ ...connection(), token, renewal: undefined }, signal).catch((failure: unknown) => {
        if (!isFailure(failure) || failure.outcome === 'refused' || signal.aborted) throw failure;
        isUnsure = true;
      });
      await finish(() => session.signIn(token));
      if (isUnsure) notify(`The token is stored, but ${new URL(hubUrl).host} could not check it right now.`);
    } catch (failure) {
      if (signal.aborted) return;
      setError(failure);
      setIsReplaced(true);
    }
    setIsAsking(false);
  }
  const submit = () => {
    if (typed.trim() === '') return;
    setError(undefined);
    setIsAsking(true);
    job.start(signIn);
  };
  const cancel = () => {
    job.stop();
    setIsAsking(false);
  };

  useKeys({
    commands: isAsking
      ? [command('escape', 'cancel', 'Stop asking the hub', cancel)]
      : [
          { keys: ['enter'], label: 'sign in', help: 'Sign in with this token' },
          command('ctrl+l', 'clear', 'Clear the box', () => change('')),
          command('ctrl+o', 'open page', 'Open the page to make a token on', () => openPage(page)),
        ],
  });
  const state = isAsking
    ? [theme.dim('Asking the hub to check it')]
    : errorLines(error, columns, theme, page);
  const where = isSandbox
    ? paragraph('The sandbox takes any token that starts with hf_.', columns)
    : [
        ...paragraph('Make a token on this page, then paste it here:', columns),
        ...paragraph(page, columns, theme.accent),
      ];
  const isRoomy = where.length + 2 + state.length <= rows;
  return (
    <Box flexDirection="column">
      {isRoomy && <Lines lines={[...where, '']} />}
      <TextLine
        label={theme.title(LABEL)}
        value={typed}
        onChange={change}
        onSubmit={submit}
        mask="*"
        width={Math.max(1, columns - LABEL.length)}
        isFocused={!isAsking}
        onKey={({ text }) => {
          if (!isReplaced) return undefined;
          setIsReplaced(false);
          if (text === '') return undefined;
          change(text);
          return true;
        }}
      />
      <Lines lines={isRoomy ? state : [...state, ...where]} />
    </Box>
  );
}
