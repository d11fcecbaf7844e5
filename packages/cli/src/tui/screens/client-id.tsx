import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { Lines, paragraph } from '../components/text.tsx';
import { ScrollLines, useLongLines } from '../components/scroll.tsx';
import { TextLine } from '../components/text-line.tsx';
import { useCopy, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { type ScreenProps, useNavigation } from '../hooks/use-navigation.ts';
import { useNotify, usePicker, useTerminal } from '../hooks/use-picker.ts';

const LABEL = 'Client ID: ';

/** How to get a client ID in a minute; signing in goes on with one that is entered here. */
export function ClientIdScreen({ next, reason }: ScreenProps['client-id']): ReactNode {
  const { hubUrl } = usePicker();
  const { theme, body } = useTerminal();
  const navigation = useNavigation();
  const notify = useNotify();
  const copy = useCopy();
  const openPage = useOpenPage();
  const [typed, setTyped] = useState('');
  const { columns, rows } = body;
  const page = `${hubUrl}/settings/applications/new`;
  const steps = [
    ...paragraph(reason, columns, theme.error),
    ...paragraph('Signing in on a page needs an app of your own at the hub, which takes a minute:', columns),
    ...paragraph(`1. Open ${page}`, columns),
    ...paragraph(
      `2. Make a public app with the redirect URL ${LOOPBACK_REDIRECT} and the scopes openid, profile and inference-api.`,
      columns,
    ),
    ...paragraph('3. Enter its client ID here. To keep it, put it into TRYOUT_OAUTH_CLIENT_ID.', columns),
    ...paragraph('A token needs none of this: go back and paste one.', columns, theme.dim),
  ];
  const isRoomy = rows >= steps.length + 2;
  const lines = useLongLines(steps, { rows: rows - 1 });
  const submit = () => {
    const clientId = typed.trim();
    if (clientId !== '') navigation.open(next, { clientId });
    else notify('Enter the client ID of the app first; or go back and paste a token.');
  };
  useKeys({
    commands: [
      { keys: ['enter'], label: 'continue', help: 'Sign in with this client ID' },
      command('ctrl+o', 'open page', 'Open the page to register an app on', () => openPage(page)),
      command('ctrl+t', 'copy redirect URL', 'Copy the redirect URL that the app is registered with', () =>
        copy(LOOPBACK_REDIRECT),
      ),
    ],
  });
  return (
    <Box flexDirection="column">
      <ScrollLines lines={lines} />
      {isRoomy && <Lines lines={['']} />}
      <TextLine
        label={theme.title(LABEL)}
        value={typed}
        onChange={setTyped}
        onSubmit={submit}
        width={Math.max(1, columns - LABEL.length)}
        onKey={(key) => (key.text === '' && lines.onKey(key)) || undefined}
      />
    </Box>
  );
}
