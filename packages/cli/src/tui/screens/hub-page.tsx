import { visibleLine, type DeviceCode, type OAuthResult, type OAuthClient } from '@tryout/engine';
import { useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { clientIdFor, formatDuration, signInByCode } from '../../context/account.ts';
import { paragraph, errorLines, Lines } from '../components/text.tsx';
import { useJob, useOpen, useCopy } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useTerminal, type Command } from '../hooks/use-picker.ts';
import { signInByBrowser } from '@tryout/engine/node';
import { useLongLines } from '../components/scroll.tsx';

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
  const { theme, body } = useTerminal();
  const copy = useCopy();
  const openPage = useOpen();
  return (
    <HubPage<string>
      loading="Loading the sign-in page"
      signIn={(client, show) =>
        signInByBrowser(client, {
          onPage(page) {
            show(page);
            openPage(page);
          },
        })
      }
      lines={(page) => [
        ...paragraph('Open this page in a browser on this machine:', body.columns),
        ...addressLines(page, body.columns).map((line) => theme.accent(line)),
        '',
        ...paragraph('Waiting for sign-in; Esc to cancel.', body.columns, theme.dim),
      ]}
      commands={(page) => [
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

/** Shows a code to enter in any browser. */
export function DeviceScreen(): ReactNode {
  const { theme, body } = useTerminal();
  const copy = useCopy();
  const openPage = useOpen();
  const text = (line: string) => paragraph(line, body.columns);
  const page = (url: string) => paragraph(url, body.columns, theme.accent);
  return (
    <HubPage<DeviceCode>
      loading="Requesting a code"
      signIn={signInByCode}
      lines={({ userCode, verificationUri, verificationUriComplete: complete, expiresIn }) => [
        ...text('Open this page in a browser on any device:'),
        ...page(verificationUri),
        ...text('Enter this code:'),
        `  ${theme.title(visibleLine(userCode))}`,
        ...(complete === undefined
          ? []
          : [...text('Or open this link, which includes the code:'), ...page(complete)]),
        ...paragraph(
          `The code expires in ${formatDuration(expiresIn)}. Waiting for sign-in; Esc to cancel.`,
          body.columns,
          theme.dim,
        ),
      ]}
      commands={({ userCode, verificationUri, verificationUriComplete: address = verificationUri }) => [
        command('c', 'copy code', 'Copy the code', () => copy(userCode)),
        command('a', 'copy URL', 'Copy the page URL', () => copy(address)),
        command('o', 'open here', 'Open the page in a browser on this machine', () => openPage(address)),
      ]}
    />
  );
}

interface HubPageProps<Shown> {
  readonly loading: string;
  /** @param show receives what the user needs on the page */
  signIn(client: OAuthClient, show: (shown: Shown) => void): Promise<OAuthResult>;
  lines(shown: Shown): readonly string[];
  commands(shown: Shown): readonly Command[];
}

/** Shows what the user needs to sign in on a page of the hub, or why that failed. */
function HubPage<Shown>({ loading, signIn, lines, commands }: HubPageProps<Shown>): ReactNode {
  const settings = usePicker();
  const { theme, body } = useTerminal();
  const finish = useFinishSignIn();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [{ shown, error }, setState] = useState<{ readonly shown?: Shown; readonly error?: unknown }>({});
  const start = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const client = { connection: settings.connection(), clientId: clientIdFor(settings), signal };
      const result = await signIn(client, (next) => setState({ shown: next }));
      await finish(() => settings.session.signInWith(result));
    } catch (failure) {
      if (!signal.aborted) setState({ error: failure });
    }
  });
  useEffect(() => job.start(start), [attempt, job]);
  const retry = () => {
    setState({});
    setAttempt(attempt + 1);
  };
  const text = shown === undefined ? [loading] : lines(shown);
  const long = useLongLines(error === undefined ? text : errorLines(error, body.columns, theme), body.rows);
  const again = command('r', 'try again', 'Start over', retry);
  const actions = shown === undefined ? [] : commands(shown);
  useKeys({ commands: [...(error === undefined ? actions : [again]), ...long.commands] });
  return <Lines lines={long.visible} />;
}
