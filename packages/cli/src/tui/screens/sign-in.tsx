import type { ReactNode } from 'react';
import { missingClientId } from '../../sign-in/hub-sign-in.ts';
import { Menu } from '../components/menu.tsx';
import { paragraph } from '../components/text.tsx';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** Lists the sign-in methods. */
export function SignInScreen(): ReactNode {
  const { theme, body } = useTerminal();
  const above = useReasons();
  const methods = useMethods();
  const missing = missingClientId(usePicker());
  const dim = (text: string) => ['', ...paragraph(text, body.columns, theme.dim)];
  const setup = `Signing in with your browser or a code is not set up. ${missing}`;
  return (
    <Menu
      above={[...above, '']}
      rows={methods.map((each) => ({ ...each, label: each.name }))}
      below={({ name }) => [
        ...dim(methods.find((each) => each.name === name)?.description ?? ''),
        ...(missing === undefined ? [] : dim(setup)),
      ]}
      isNumbered
    />
  );
}

function useMethods() {
  const settings = usePicker();
  const { hubUrl, isSandbox, environment, navigation } = settings;
  const { host } = new URL(hubUrl);
  const isRemote = Boolean(environment['SSH_CONNECTION'] || environment['SSH_TTY']);
  const token = {
    name: 'Paste a token',
    description: isSandbox
      ? 'The sandbox accepts any token that starts with hf_.'
      : `The quickest way: create a token on ${host} and paste it.`,
    choose: () => navigation.open('token'),
  };
  const onPages = [
    {
      name: 'Sign in with your browser',
      description: isRemote
        ? 'Requires a browser on this machine. Over SSH, use a code on another device instead.'
        : `Opens ${host} in your browser and returns here automatically.`,
      choose: () => navigation.open('browser'),
    },
    {
      name: 'Sign in with a code on another device',
      description: 'Shows a short code to enter in a browser on any device. Works over SSH.',
      choose: () => navigation.open('device'),
    },
  ];
  const sandbox = {
    name: 'Use the sandbox (no account needed)',
    description: 'Small models for every task, on this machine. Nothing is sent over the network.',
    choose: () => settings.switchToSandbox(),
  };
  return [
    token,
    ...(missingClientId(settings) === undefined ? onPages : []),
    ...(isSandbox ? [] : [sandbox]),
  ];
}

/** Why to sign in, in styled lines. */
function useReasons(): readonly string[] {
  const { environment, hubUrl, connection } = usePicker();
  const { theme, body } = useTerminal();
  const { status, identity, error } = useSession().signIn;
  const { host } = new URL(hubUrl);
  const variable = environment['HF_TOKEN']?.trim();
  const isExpired = status === 'expired';
  const lines: string[] = [];
  const add = (text: string, style?: (line: string) => string) =>
    lines.push(...paragraph(text, body.columns, style));
  if (isExpired) {
    // Without an identity, the token may never have been valid.
    const isKnown = identity !== undefined;
    add(isKnown ? 'Your sign-in has expired.' : `${host} rejected the token.`, theme.error);
    add('Sign in again; your inputs are kept.');
  } else if (status === 'signed-in') {
    add(`You are signed in to ${host}${identity ? ` as ${identity.name}` : ''}. Use another account:`);
  } else add(`Sign in to ${host} to try its models:`);
  if (error) add(error.message, isExpired ? theme.dim : theme.error);
  if (isExpired && variable !== undefined && variable === connection().token)
    add('The token comes from HF_TOKEN: fix or unset it.');
  else if (variable && status !== 'signed-in')
    add('HF_TOKEN is set and will be used at the next start; unset it to stay signed out.');
  return lines;
}
