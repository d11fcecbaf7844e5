import type { DefineCommand } from '../program/define-command.ts';
import { UsageError } from '../program/usage-error.ts';
import { callOf } from '../context/call.ts';
import { withToken } from './login/with-token.ts';
import { throughHub, type HubWay } from './login/through-hub.ts';

interface LoginOptions {
  readonly tokenStdin?: boolean;
  readonly browser?: boolean;
  readonly device?: boolean;
}

/** `tryout login`: signs in with an access token, or through the hub; what it got is tried before it is kept. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option('--token-stdin', 'read the access token from standard input')
    .option('--browser', 'sign in on a page of the hub that opens in your browser')
    .option('--device', 'show a code to enter in a browser on any device, also over SSH')
    .action(async (given: LoginOptions) => {
      const { tokenStdin = false, browser, device } = given;
      if ([tokenStdin, browser, device].filter(Boolean).length > 1) {
        throw new UsageError('There is more than one way to sign in', {
          hint: 'Give one of --token-stdin, --browser and --device.',
        });
      }
      const call = await callOf(command, runtime);
      const way: HubWay | undefined = browser ? 'browser' : device ? 'device' : undefined;
      await (way ? throughHub(call, way) : withToken(call, tokenStdin));
    });
};
