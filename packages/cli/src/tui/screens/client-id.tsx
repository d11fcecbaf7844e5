import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { useLongLines } from '../components/scroll.tsx';
import { TextLine } from '../components/text-line.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { useCopy, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { useNavigation, type ScreenProps } from '../hooks/use-navigation.ts';
import { useNotify, usePicker, useTerminal } from '../hooks/use-picker.ts';

const LABEL = 'Client ID: ';

/** Explains how to get a client ID and continues with the entered one. */
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
    'Browser and code sign-in require your own OAuth app on the hub:',
    `1. Open ${page}`,
    `2. Create a public app with the redirect URL ${LOOPBACK_REDIRECT} and the scopes openid, profile and inference-api.`,
    '3. Enter its client ID here. To save it, set TRYOUT_OAUTH_CLIENT_ID.',
  ].flatMap((step) => paragraph(step, columns));
  const lines = [
    ...paragraph(reason, columns, theme.error),
    ...steps,
    ...paragraph('Or go back and paste a token instead.', columns, theme.dim),
  ];
  const long = useLongLines(lines, rows - 1);
  const submit = () => {
    const clientId = typed.trim();
    if (clientId !== '') navigation.open(next, { clientId });
    else notify("Enter the app's client ID, or go back and paste a token.");
  };
  useKeys({
    commands: [
      { keys: ['enter'], label: 'continue', help: 'Sign in with this client ID' },
      command('ctrl+o', 'open page', 'Open the page to register an app', () => openPage(page)),
      command('ctrl+t', 'copy redirect URL', 'Copy the redirect URL for the app', () =>
        copy(LOOPBACK_REDIRECT),
      ),
    ],
  });
  return (
    <Box flexDirection="column">
      <Lines lines={long.visible} />
      {rows >= lines.length + 2 && <Lines lines={['']} />}
      <TextLine
        label={theme.title(LABEL)}
        value={typed}
        onChange={setTyped}
        onSubmit={submit}
        width={Math.max(1, columns - LABEL.length)}
        onKey={(key) => (key.text === '' && long.onKey(key)) || undefined}
      />
    </Box>
  );
}
