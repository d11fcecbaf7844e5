import { CancelledError, TOKEN_PAGE } from '@tryout/engine';
import { Box, render, Text, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { useState } from 'react';

interface PromptProps {
  readonly onToken: (token: string) => void;
  readonly onCancel: () => void;
}

function TokenPrompt({ onToken, onCancel }: PromptProps) {
  const [typed, setTyped] = useState('');
  useInput((input, key) => {
    if (key.escape || (key.ctrl && input === 'c')) onCancel();
  });
  return (
    <Box flexDirection="column">
      <Text dimColor>Make a token at {TOKEN_PAGE}</Text>
      <Box>
        <Text>Access token: </Text>
        <TextInput value={typed} onChange={setTyped} mask="*" onSubmit={onToken} />
      </Box>
      <Text dimColor>Enter signs in, Esc cancels.</Text>
    </Box>
  );
}

/**
 * Asks for an access token on standard error, masked.
 * @throws CancelledError on Esc and Ctrl-C
 */
export async function askToken(): Promise<string> {
  let token: string | undefined;
  const app = render(
    <TokenPrompt
      onToken={(typed) => {
        token = typed;
        app.unmount();
      }}
      onCancel={() => app.unmount()}
    />,
    { stdout: process.stderr, exitOnCtrlC: false, patchConsole: false },
  );
  await app.waitUntilExit();
  app.cleanup();
  if (token === undefined) throw new CancelledError();
  return token;
}
