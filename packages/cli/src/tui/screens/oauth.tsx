import { loadOAuth, visibleLine, type DeviceCode, type OAuthResult } from '@tryout/engine';
import { signInByBrowser } from '@tryout/engine/node';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { formatDuration } from '../../sign-in/hub-sign-in.ts';
import { openBrowser } from '../../system/browser.ts';
import { widthOf } from '../../terminal/index.ts';
import { useLongLines } from '../components/scroll.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { useCopy, useJob, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import type { ScreenProps } from '../hooks/use-navigation.ts';
import { usePicker, useTerminal, type TerminalState } from '../hooks/use-picker.ts';

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
    const done = `Signed in to ${new URL(hubUrl).host}.`;
    notify([notice ?? done, warning].filter(Boolean).join(' '), notice === undefined ? 'good' : 'plain');
  };
}

function useOAuth(signIn: (signal: AbortSignal) => Promise<OAuthResult>) {
  const { session } = usePicker();
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
  return { error, retry };
}

/** Signs in with a browser on this machine. Also shows the URL. */
export function BrowserScreen({ clientId }: ScreenProps['browser']): ReactNode {
  const { connection, environment } = usePicker();
  const { theme, body } = useTerminal();
  const copy = useCopy();
  const opening = useJob();
  const [page, setPage] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const { error, retry } = useOAuth((signal) => {
    setPage(undefined);
    const onPage = async (url: string) => {
      setPage(url);
      setIsOpen(await openBrowser(url, environment));
    };
    return signInByBrowser({ connection: connection(), clientId, signal }, { onPage });
  });

  const { columns, rows } = body;
  const intro = isOpen
    ? 'Continue in your browser, on this page:'
    : 'Open this page in a browser on this machine:';
  const pageLines = (address: string) => [
    ...paragraph(intro, columns),
    ...addressLines(address, columns).map((line) => theme.accent(line)),
    '',
    ...paragraph('Waiting for sign-in; Esc to cancel.', columns, theme.dim),
  ];
  const lines = useLongLines(page === undefined ? [] : pageLines(page), rows);
  useKeys({ commands: [...commands(), ...lines.commands] });

  function commands(): readonly Command[] {
    if (error !== undefined) return [command('r', 'try again', 'Start over', retry)];
    if (page === undefined) return [];
    return [
      command('c', 'copy address', 'Copy the address of the page', () => copy(page)),
      command('o', 'open', 'Open the page in your browser again', () =>
        opening.start(() => openBrowser(page, environment), setIsOpen),
      ),
    ];
  }

  if (error !== undefined) return <Lines lines={errorLines(error, columns, theme)} />;
  if (page === undefined) return <Lines lines={['Loading the sign-in page']} />;
  return <Lines lines={lines.visible} />;
}

/** Breaks a URL only at the right edge, so that it can be selected in one piece. */
function addressLines(address: string, columns: number): string[] {
  return address.match(new RegExp(`.{1,${Math.max(1, columns)}}`, 'gu')) ?? [];
}

/** Minimum height for a frame around the code. */
const ROOMY = 12;

/** Device authorization (RFC 8628): shows a code to enter in any browser. */
export function DeviceScreen({ clientId }: ScreenProps['device']): ReactNode {
  const { connection } = usePicker();
  const shown = useTerminal();
  const { theme, body, isScreenReader } = shown;
  const copy = useCopy();
  const openPage = useOpenPage();
  const [code, setCode] = useState<DeviceCode>();
  /** Seconds until the code expires. */
  const [left, setLeft] = useState(0);
  const { error, retry } = useOAuth(async (signal) => {
    setCode(undefined);
    const { requestDeviceCode, waitForDevice } = await loadOAuth();
    const options = { connection: connection(), clientId, signal };
    const received = await requestDeviceCode(options);
    setLeft(received.expiresIn);
    setCode(received);
    return waitForDevice(options, received);
  });

  useEffect(() => {
    // A screen reader would repeat the screen every second.
    if (!code || isScreenReader) return;
    const end = Date.now() + code.expiresIn * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [code, isScreenReader]);

  const lines = useLongLines(code ? codeLines(code, left, shown) : [], body.rows);
  useKeys({ commands: [...commands(), ...lines.commands] });

  function commands(): readonly Command[] {
    if (error !== undefined) return [command('r', 'new code', 'Get a new code', retry)];
    if (!code) return [];
    const { userCode, verificationUri, verificationUriComplete: address = verificationUri } = code;
    return [
      command('c', 'copy code', 'Copy the code', () => copy(userCode)),
      command('a', 'copy address', 'Copy the address of the page', () => copy(address)),
      command('o', 'open here', 'Open the page in a browser on this machine', () => openPage(address)),
    ];
  }

  if (error !== undefined) return <Lines lines={errorLines(error, body.columns, theme)} />;
  if (!code) return <Lines lines={['Requesting a code']} />;
  return <Lines lines={lines.visible} />;
}

function codeLines(
  { userCode, verificationUri, verificationUriComplete: complete }: DeviceCode,
  left: number,
  { theme, terminal, isScreenReader, body: { columns, rows } }: TerminalState,
): readonly string[] {
  const code = visibleLine(userCode);
  const isFramed = rows >= ROOMY && !isScreenReader && widthOf(code) + 8 <= columns;
  const time = isScreenReader ? formatDuration(left) : clock(left);
  const gap = isFramed ? [''] : [];
  return [
    ...paragraph('Open this page in a browser on any device:', columns),
    ...paragraph(verificationUri, columns, theme.accent),
    ...gap,
    ...paragraph('Enter this code:', columns),
    ...(isFramed ? framed(code, theme.title, terminal.unicode) : [`  ${theme.title(code)}`]),
    ...(complete === undefined
      ? []
      : [
          ...gap,
          ...paragraph('Or open this link, which includes the code:', columns),
          ...paragraph(complete, columns, theme.accent),
        ]),
    ...gap,
    ...paragraph(`The code expires in ${time}. Waiting for sign-in; Esc to cancel.`, columns, theme.dim),
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
