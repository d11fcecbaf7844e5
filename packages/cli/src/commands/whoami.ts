import { identify, visibleLine } from '@tryout/engine';
import { createCall } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { identityLine } from '../context/account.ts';

/** `tryout whoami`: the user that the token belongs to. */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const call = await createCall(command, runtime);
    const { options, output } = call;
    await withContext(call, async ({ connection, signal, tokenSource }) => {
      const identity = await identify(connection, signal);
      if (options.json) return output.json(identity);
      const organizations = identity.orgs.map(({ name }) => visibleLine(name));
      output.write(`${visibleLine(identityLine(identity))}\n`);
      if (organizations.length > 0) output.write(`organizations: ${organizations.join(', ')}\n`);
      if (tokenSource === 'HF_TOKEN') output.note('The token comes from HF_TOKEN.');
    });
  });
};
