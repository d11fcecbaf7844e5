import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { signInByBrowser } from '@tryout/engine/node';
import { type DeviceCode, loadOAuth, visibleLine } from '@tryout/engine';
import { type ScreenProps, useNavigation } from '../hooks/use-navigation.ts';
import { type TerminalState, useNotify, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { openBrowser } from '../../system/browser.ts';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { ScrollLines, useLongLines } from '../components/scroll.tsx';
import { useCopy, useJob, useOpenPage } from '../hooks/use-job.ts';
import { command, type Command, useKeys } from '../hooks/use-keys.ts';
import { lifeOf } from '../../sign-in/life-of.ts';
import { widthOf } from '../../terminal/index.ts';

/**
 * The end of every way to sign in: the session signs in, and the sign-in closes.
 * @returns rejects when the sign-in failed; its screens then stay
 */
export function useFinishSignIn(): (signIn: () => Promise<void>) => Promise<void> {
  const { session, environment, hubUrl } = usePicker();
  const navigation = useNavigation();
  const notify = useNotify();
  return useCallback(
    async (signIn) => {
      await signIn();
      const { status, error, notice } = session.getSnapshot().signIn;
      if (status !== 'signed-in' || error) throw error ?? new Error('You are not signed in');
      navigation.back('sign-in');
      const isSet = Boolean(environment['HF_TOKEN']?.trim());
      const later = isSet ? 'HF_TOKEN overrides it from the next start on; unset it.' : undefined;
      const done = `Signed in to ${new URL(hubUrl).host}.`;
      notify([notice ?? done, later].filter(Boolean).join(' '), notice === undefined ? 'good' : 'plain');
    },
    [session, environment, hubUrl, navigation, notify],
  );
}

/** Signs in on a page of the hub in a browser on this machine; the address that is shown works too. */
export function BrowserScreen({ clientId }: ScreenProps['browser']): ReactNode {
  const { session, connection, environment } = usePicker();
  const { theme, body } = useTerminal();
  const finish = useFinishSignIn();
  const copy = useCopy();
  const job = useJob();
  const opening = useJob();
  const [attempt, setAttempt] = useState(1);
  const [page, setPage] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    job.start(async (signal) => {
      try {
        const result = await signInByBrowser(
          { connection: connection(), clientId, signal },
          {
            async onPage(url) {
              setPage(url);
              setIsOpen(await openBrowser(url, environment));
            },
          },
        );
        await finish(() => session.signInWith(result));
      } catch (failure) {
        if (signal.aborted) return;
        setPage(undefined);
        setError(failure);
      }
    });
  }, [attempt, job, session, connection, clientId, environment, finish]);

  const { columns, rows } = body;
  const lines = useLongLines(
    page === undefined
      ? []
      : [
          ...paragraph(
            isOpen ? 'Go on in your browser, on this page:' : 'Open this page in a browser on this machine:',
            columns,
          ),
          ...addressLines(page, columns).map((line) => theme.accent(line)),
          '',
          ...paragraph('Waiting for you; Esc cancels.', columns, theme.dim),
        ],
    { rows },
  );
  useKeys({ commands: [...commands(), ...lines.commands] });

  function commands(): readonly Command[] {
    if (error !== undefined) return [command('r', 'try again', 'Start over', retry)];
    if (page === undefined) return [];
    return [
      command('c', 'copy address', 'Copy the address of the page', () => copy(page)),
      command('o', 'open', 'Open the page in your browser again', () =>
        opening.start(async () => setIsOpen(await openBrowser(page, environment))),
      ),
    ];
  }
  function retry(): void {
    setError(undefined);
    setAttempt(attempt + 1);
  }

  if (error !== undefined) return <Lines lines={errorLines(error, columns, theme)} />;
  if (page === undefined) return <Lines lines={['Asking the hub for its sign-in page']} />;
  return <ScrollLines lines={lines} />;
}

/** Addresses are broken anywhere, so that they fill their lines and can be marked as one. */
function addressLines(address: string, columns: number): string[] {
  return address.match(new RegExp(`.{1,${Math.max(1, columns)}}`, 'gu')) ?? [];
}

const SECOND = 1000;
/** Rows below which the code has no frame around it. */
const ROOMY = 12;

/** Shows a code to confirm in a browser anywhere (RFC 8628), and waits for that. */
export function DeviceScreen({ clientId }: ScreenProps['device']): ReactNode {
  const { session, connection, isRead } = usePicker();
  const shown = useTerminal();
  const { theme, body } = shown;
  const finish = useFinishSignIn();
  const copy = useCopy();
  const openPage = useOpenPage();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [code, setCode] = useState<DeviceCode>();
  /** Seconds that the code still lasts. */
  const [left, setLeft] = useState(0);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    job.start(async (signal) => {
      try {
        const { requestDeviceCode, waitForDevice } = await loadOAuth();
        const options = { connection: connection(), clientId, signal };
        const received = await requestDeviceCode(options);
        setLeft(received.expiresIn);
        setCode(received);
        const result = await waitForDevice(options, received);
        await finish(() => session.signInWith(result));
      } catch (failure) {
        if (signal.aborted) return;
        setCode(undefined);
        setError(failure);
      }
    });
  }, [attempt, job, session, connection, clientId, finish]);

  useEffect(() => {
    // A screen reader would read the screen again every second.
    if (!code || isRead) return;
    const end = Date.now() + code.expiresIn * SECOND;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND)));
    const ticking = setInterval(tick, SECOND);
    return () => clearInterval(ticking);
  }, [code, isRead]);

  const lines = useLongLines(code ? codeLines(code, left, shown, isRead) : [], { rows: body.rows });
  useKeys({ commands: [...commands(), ...lines.commands] });

  function commands(): readonly Command[] {
    if (error !== undefined) return [command('r', 'new code', 'Ask for a new code', retry)];
    if (!code) return [];
    const { userCode, verificationUri, verificationUriComplete: address = verificationUri } = code;
    return [
      command('c', 'copy code', 'Copy the code', () => copy(userCode)),
      command('a', 'copy address', 'Copy the address of the page', () => copy(address)),
      command('o', 'open here', 'Open the page in a browser on this machine', () => openPage(address)),
    ];
  }
  function retry(): void {
    setError(undefined);
    setAttempt(attempt + 1);
  }

  if (error !== undefined) return <Lines lines={errorLines(error, body.columns, theme)} />;
  if (!code) return <Lines lines={['Asking the hub for a code']} />;
  return <ScrollLines lines={lines} />;
}

/** What to do with a code. */
function codeLines(
  { userCode, verificationUri, verificationUriComplete: complete }: DeviceCode,
  left: number,
  { theme, terminal, body: { columns, rows } }: TerminalState,
  isRead: boolean,
): readonly string[] {
  const code = visibleLine(userCode);
  const isFramed = rows >= ROOMY && !isRead && widthOf(code) + 8 <= columns;
  const time = isRead ? lifeOf(left) : clock(left);
  const gap = isFramed ? [''] : [];
  return [
    ...paragraph('Open this page in any browser, on a phone too:', columns),
    ...paragraph(verificationUri, columns, theme.accent),
    ...gap,
    ...paragraph('and enter the code', columns),
    ...(isFramed ? framed(code, theme.title, terminal.unicode) : [`  ${theme.title(code)}`]),
    ...(complete === undefined
      ? []
      : [
          ...gap,
          ...paragraph('or open the page with the code in it:', columns),
          ...paragraph(complete, columns, theme.accent),
        ]),
    ...gap,
    ...paragraph(`The code lasts ${time}. Waiting for you; Esc cancels.`, columns, theme.dim),
  ];
}

/** `14:59`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function framed(code: string, style: (text: string) => string, unicode: boolean): string[] {
  const [corners, across, down] = unicode ? ['╭╮╰╯', '─', '│'] : ['++++', '-', '|'];
  const edge = across!.repeat(widthOf(code) + 4);
  const [topLeft, topRight, bottomLeft, bottomRight] = [...corners!];
  return [
    `  ${topLeft}${edge}${topRight}`,
    `  ${down}  ${style(code)}  ${down}`,
    `  ${bottomLeft}${edge}${bottomRight}`,
  ];
}
