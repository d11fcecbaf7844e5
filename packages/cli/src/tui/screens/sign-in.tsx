import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { clientIdFor, missingClientId } from '../../sign-in/hub-sign-in.ts';
import { Menu } from '../components/menu.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal, type PickerSettings } from '../hooks/use-picker.ts';

interface SignInMethod {
  readonly name: string;
  readonly description: string;
  choose(): void;
}

/** Lists the sign-in methods. */
export function SignInScreen(): ReactNode {
  const settings = usePicker();
  const { theme, body } = useTerminal();
  const reasons = useReasons();
  const methods = methodsFor(settings);
  const missing = missingClientId(settings);
  const [chosen, setChosen] = useState<string>();
  const method = methods.find(({ name }) => name === chosen) ?? methods[0]!;
  useKeys({
    commands: [
      { keys: ['enter', 'space'], label: 'choose', help: 'Choose this sign-in method; its number works too' },
    ],
  });
  const above = reasons.flatMap(({ text, tone }) => paragraph(text, body.columns, tone && theme[tone]));
  return (
    <Box flexDirection="column">
      <Lines lines={[...above, ''].slice(0, Math.max(0, body.rows - methods.length))} />
      <Menu
        rows={methods.map((each, index) => ({ ...each, label: `${index + 1} ${each.name}` }))}
        chosen={chosen}
        onMove={setChosen}
      />
      <Lines lines={['', ...paragraph(method.description, body.columns, theme.dim)]} />
      {missing !== undefined && (
        <Lines
          lines={[
            '',
            ...paragraph(
              `Signing in with your browser or a code is not set up. ${missing}`,
              body.columns,
              theme.dim,
            ),
          ]}
        />
      )}
    </Box>
  );
}

function methodsFor(settings: PickerSettings): readonly SignInMethod[] {
  const { hubUrl, isSandbox, navigation } = settings;
  const { host } = new URL(hubUrl);
  const sandbox = {
    name: 'Use the sandbox (no account needed)',
    description: 'Small models for every task, on this machine. Nothing is sent over the network.',
    choose: () => settings.switchToSandbox(),
  };
  return [
    {
      name: 'Paste a token',
      description: isSandbox
        ? 'The sandbox accepts any token that starts with hf_.'
        : `The quickest way: create a token on ${host} and paste it.`,
      choose: () => navigation.open('token'),
    },
    ...(missingClientId(settings) === undefined ? hubPageMethods(settings) : []),
    ...(isSandbox ? [] : [sandbox]),
  ];
}

/** Signing in on a page of the hub, which needs a client ID. */
function hubPageMethods(settings: PickerSettings): readonly SignInMethod[] {
  const { environment, hubUrl, navigation } = settings;
  const clientId = clientIdFor(settings);
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  return [
    {
      name: 'Sign in with your browser',
      description: isRemote
        ? 'Requires a browser on this machine. Over SSH, use a code on another device instead.'
        : `Opens ${new URL(hubUrl).host} in your browser and returns here automatically.`,
      choose: () => navigation.open('browser', { clientId }),
    },
    {
      name: 'Sign in with a code on another device',
      description: 'Shows a short code to enter in a browser on any device. Works over SSH.',
      choose: () => navigation.open('device', { clientId }),
    },
  ];
}

interface Reason {
  readonly text: string;
  readonly tone?: 'error' | 'dim';
}

function useReasons(): readonly Reason[] {
  const { environment, hubUrl, connection } = usePicker();
  const { status, identity, error } = useSession().signIn;
  const { host } = new URL(hubUrl);
  const variable = environment['HF_TOKEN']?.trim();
  const reasons: Reason[] = [];
  if (status === 'signed-in') {
    reasons.push({ text: `You are signed in to ${host}${identity ? ` as ${identity.name}` : ''}.` });
    reasons.push({ text: 'Use another account:' });
  } else if (status === 'expired') {
    // Without an identity, the token may never have been valid.
    const text = identity
      ? 'Your sign-in has expired.'
      : `${host} rejected the token: it is invalid or expired.`;
    reasons.push({ text, tone: 'error' }, { text: 'Sign in again; your inputs are kept.' });
  } else reasons.push({ text: `Sign in to ${host} to try its models:` });
  if (error) reasons.push({ text: error.message, tone: status === 'expired' ? 'dim' : 'error' });
  if (status === 'expired' && variable !== undefined && variable === connection().token)
    reasons.push({ text: 'The token comes from HF_TOKEN: fix or unset it.' });
  else if (variable && status !== 'signed-in')
    reasons.push({
      text: 'HF_TOKEN is set and will be used at the next start; unset it to stay signed out.',
    });
  return reasons;
}
