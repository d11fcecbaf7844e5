import { signInByBrowser } from '@tryout/engine/node';
import { useEffect, useState, type ReactNode } from 'react';
import { openBrowser } from '../../system/open-browser.ts';
import { errorLines } from '../components/error-lines.ts';
import { Lines } from '../components/lines.tsx';
import { paragraph } from '../components/paragraph.ts';
import { ScrollLines, useLongLines } from '../components/scroll-lines.tsx';
import { useCopy } from '../hooks/use-desktop.ts';
import { useFinishSignIn } from '../hooks/use-finish-sign-in.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import type { ScreenProps } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';

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
