import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { clientIdFor } from '../../sign-in/client-id.ts';
import { Lines, paragraph } from '../components/text.tsx';
import { Menu } from '../components/menu.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { type Navigation, useNavigation } from '../hooks/use-navigation.ts';
import { type PickerSettings, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** One way to go on from being signed out. */
interface Way {
  readonly label: string;
  /** A sentence on what it is good for. */
  readonly about: string;
  begin(): void;
}

/** The ways to sign in; someone who is signed in already may do so as someone else. */
export function SignInScreen(): ReactNode {
  const settings = usePicker();
  const navigation = useNavigation();
  const { theme, body } = useTerminal();
  const why = useWhy();
  const ways = waysOf(settings, navigation);
  const [chosen, setChosen] = useState<string>();
  const way = ways.find(({ label }) => label === chosen) ?? ways[0]!;
  useKeys({
    commands: [
      {
        keys: ['enter', 'space'],
        label: 'choose',
        help: 'Sign in in the chosen way; its number does so at once',
      },
    ],
  });
  const above = why.flatMap(({ text, tone }) => paragraph(text, body.columns, tone && theme[tone]));
  return (
    <Box flexDirection="column">
      <Lines lines={[...above, ''].slice(0, Math.max(0, body.rows - ways.length))} />
      <Menu
        rows={ways.map(({ label }, index) => ({ name: label, label: `${index + 1} ${label}` }))}
        chosen={chosen}
        onMove={setChosen}
        onChoose={(name) => {
          setChosen(name);
          ways.find(({ label }) => label === name)?.begin();
        }}
        columns={body.columns}
      />
      <Lines lines={['', ...paragraph(way.about, body.columns, theme.dim)]} />
    </Box>
  );
}

function waysOf(settings: PickerSettings, navigation: Navigation): readonly Way[] {
  const { environment, hubUrl, isSandbox } = settings;
  const host = new URL(hubUrl).host;
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  return [
    {
      label: 'Paste a token',
      about: isSandbox
        ? 'The sandbox takes any token that starts with hf_.'
        : `The quickest way: make a token on a page of ${host} and paste it here.`,
      begin: () => navigation.open('token'),
    },
    {
      label: 'Sign in in the browser',
      about: isRemote
        ? 'For a browser on this machine. You seem to be on another one: a code on another device is easier.'
        : `Opens a page of ${host} in your browser, which comes back here by itself.`,
      begin: () => openWithClientId('browser', settings, navigation),
    },
    {
      label: 'Sign in with a code on another device',
      about: 'Shows a short code to enter in any browser, on a phone too. Works over SSH.',
      begin: () => openWithClientId('device', settings, navigation),
    },
    ...(isSandbox
      ? []
      : [
          {
            label: 'Use the sandbox, no account',
            about: 'Small models on this machine, for all tasks. Nothing leaves it.',
            begin: () => settings.switchToSandbox(),
          },
        ]),
  ];
}

/** Goes on with the client ID that this app has at the hub; without one the next screen says how to get one. */
function openWithClientId(
  next: 'browser' | 'device',
  { environment, hubUrl, isSandbox }: PickerSettings,
  navigation: Navigation,
): void {
  try {
    navigation.open(next, { clientId: clientIdFor({ environment, hubUrl, isSandbox }) });
  } catch (error) {
    navigation.open('client-id', { next, reason: (error as Error).message });
  }
}

/** A sentence on why to sign in, or on what went wrong so far. */
interface Reason {
  readonly text: string;
  readonly tone?: 'error' | 'dim';
}

function useWhy(): readonly Reason[] {
  const { environment, hubUrl, connection } = usePicker();
  const { status, identity, error } = useSession().signIn;
  const { host } = new URL(hubUrl);
  const inEnvironment = environment['HF_TOKEN']?.trim();
  const isRefused =
    status === 'expired' && inEnvironment !== undefined && inEnvironment === connection().token;
  const why: readonly Reason[] =
    status === 'signed-in'
      ? [
          { text: `You are signed in to ${host}${identity ? ` as ${identity.name}` : ''}.` },
          { text: 'Sign in as someone else:' },
        ]
      : status === 'expired'
        ? [
            {
              // Without an identity the token may have been wrong from the beginning.
              text: identity
                ? 'Your sign-in has expired.'
                : `${host} does not take the token: it is wrong, or has expired.`,
              tone: 'error',
            },
            { text: 'Sign in again; what you filled in is kept.' },
          ]
        : [{ text: `Sign in to ${host} to try its models:` }];
  return [
    ...why,
    ...(error ? [{ text: error.message, tone: status === 'expired' ? 'dim' : 'error' } as const] : []),
    ...(isRefused
      ? [{ text: 'It is the token in HF_TOKEN: fix or unset it, or the next start uses it again.' }]
      : inEnvironment && status !== 'signed-in'
        ? [{ text: 'HF_TOKEN is set and signs in at the next start; unset it.' }]
        : []),
  ];
}
