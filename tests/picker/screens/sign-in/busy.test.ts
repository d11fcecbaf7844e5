import { expect, test } from 'vitest';
import { openPicker } from '../../../support/open-picker.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { METHOD } from './signing-in.ts';

test('S16: a token cannot be submitted or cleared while a run is in progress', async () => {
  const terminal = openPicker(await sharedSandbox(), ['text-classification', 'trouble/silent', 'Hello']);
  await terminal.until(/\[ Run \] Enter/);
  terminal.press('enter');
  await terminal.until(/Waiting for the response/);
  terminal.press('ctrl+y');
  await terminal.until(/Bill to yourself\n[^]*Use another account/);
  terminal.type('another');
  await terminal.until(/❯ Use another account/);
  terminal.press('enter');
  await terminal.until(/Paste a token/);
  terminal.type(METHOD.token);
  await terminal.until(/Access token:[^]*A run is in progress/);
  terminal.type('hf_other');
  terminal.press('enter', 'ctrl+l');
  const screen = await terminal.until(/Access token: \*{8}/);
  expect(screen).toMatch(/A run is in progress/);
  expect(screen).not.toMatch(/Enter sign in|Ctrl-L clear/);
});
