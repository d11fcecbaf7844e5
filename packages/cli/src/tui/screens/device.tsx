import { loadOAuth, visibleLine, type DeviceCode } from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { durationInWords } from '../../sign-in/hub-sign-in.ts';
import { widthOf } from '../../terminal/index.ts';
import { errorLines } from '../components/error-lines.ts';
import { Lines } from '../components/lines.tsx';
import { paragraph } from '../components/paragraph.ts';
import { ScrollLines, useLongLines } from '../components/scroll-lines.tsx';
import { useCopy, useOpenPage } from '../hooks/use-desktop.ts';
import { useFinishSignIn } from '../hooks/use-finish-sign-in.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import type { ScreenProps } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal, type TerminalState } from '../hooks/use-terminal.ts';

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
  const time = isRead ? durationInWords(left) : clock(left);
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
