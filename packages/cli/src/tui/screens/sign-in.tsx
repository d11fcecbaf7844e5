import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { clientIdFor } from '../../sign-in/hub-sign-in.ts';
import { Menu } from '../components/menu.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useNavigation, type Navigation } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal, type PickerSettings } from '../hooks/use-picker.ts';

/** A way to sign in. */
interface SignInMethod {
  readonly label: string;
  readonly description: string;
  start(): void;
}

/** The ways to sign in, also as someone else. */
export function SignInScreen(): ReactNode {
  const settings = usePicker();
  const navigation = useNavigation();
  const { theme, body } = useTerminal();
  const reasons = useReasons();
  const methods = methodsFor(settings, navigation);
  const [chosen, setChosen] = useState<string>();
  const method = methods.find(({ label }) => label === chosen) ?? methods[0]!;
  useKeys({
    commands: [{ keys: ['enter', 'space'], label: 'choose', help: 'Sign in this way; so does its number' }],
  });
  const above = reasons.flatMap(({ text, tone }) => paragraph(text, body.columns, tone && theme[tone]));
  return (
    <Box flexDirection="column">
      <Lines lines={[...above, ''].slice(0, Math.max(0, body.rows - methods.length))} />
      <Menu
        rows={methods.map(({ label }, index) => ({ name: label, label: `${index + 1} ${label}` }))}
        chosen={chosen}
        onMove={setChosen}
        onChoose={(name) => {
          setChosen(name);
          methods.find(({ label }) => label === name)?.start();
        }}
        columns={body.columns}
      />
      <Lines lines={['', ...paragraph(method.description, body.columns, theme.dim)]} />
    </Box>
  );
}

function methodsFor(settings: PickerSettings, navigation: Navigation): readonly SignInMethod[] {
  const { environment, hubUrl, isSandbox } = settings;
  const { host } = new URL(hubUrl);
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  const sandbox = {
    label: 'Use the sandbox, no account',
    description: 'Small models on this machine, for all tasks. Nothing leaves it.',
    start: () => settings.switchToSandbox(),
  };
  return [
    {
      label: 'Paste a token',
      description: isSandbox
        ? 'The sandbox takes any token that starts with hf_.'
        : `The quickest way: create a token on ${host} and paste it here.`,
      start: () => navigation.open('token'),
    },
    {
      label: 'Sign in in the browser',
      description: isRemote
        ? 'For a browser on this machine. You seem to be on another one: a code on another device is easier.'
        : `Opens a page of ${host} in your browser, which returns here automatically.`,
      start: () => openWithClientId('browser', settings, navigation),
    },
    {
      label: 'Sign in with a code on another device',
      description: 'Shows a short code to enter in any browser, on a phone too. Works over SSH.',
      start: () => openWithClientId('device', settings, navigation),
    },
    ...(isSandbox ? [] : [sandbox]),
  ];
}

/** Continues with the client ID for this hub; without one, the next screen explains how to get one. */
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

interface Reason {
  readonly text: string;
  readonly tone?: 'error' | 'dim';
}

/** Why to sign in, and what went wrong. */
function useReasons(): readonly Reason[] {
  const { environment, hubUrl, connection } = usePicker();
  const { status, identity, error } = useSession().signIn;
  const { host } = new URL(hubUrl);
  const variable = environment['HF_TOKEN']?.trim();
  const reasons: Reason[] = [];
  if (status === 'signed-in') {
    reasons.push({ text: `You are signed in to ${host}${identity ? ` as ${identity.name}` : ''}.` });
    reasons.push({ text: 'Sign in as someone else:' });
  } else if (status === 'expired') {
    // Without an identity the token may have been wrong from the start.
    const text = identity
      ? 'Your sign-in has expired.'
      : `${host} rejects the token: it is wrong, or has expired.`;
    reasons.push({ text, tone: 'error' }, { text: 'Sign in again; your inputs are kept.' });
  } else reasons.push({ text: `Sign in to ${host} to try its models:` });
  if (error) reasons.push({ text: error.message, tone: status === 'expired' ? 'dim' : 'error' });
  if (status === 'expired' && variable !== undefined && variable === connection().token)
    reasons.push({ text: 'It is the token in HF_TOKEN: fix or unset it, or the next start uses it again.' });
  else if (variable && status !== 'signed-in')
    reasons.push({ text: 'HF_TOKEN is set and signs in at the next start; unset it.' });
  return reasons;
}
