import { findToken } from '@tryout/engine/node';
import type { DefineCommand } from '../commands/define-command.ts';
import { callOf } from '../context/call.ts';
import { withContext } from '../context/with-context.ts';

/** `tryout logout`: forgets the token; says where another one still stands (F19). */
export const define: DefineCommand = (command, surroundings) => {
  command.action(async () => {
    const call = await callOf(command, surroundings);
    const { options, output } = call;
    await withContext(call, async ({ connection, store }) => {
      await store.clear();
      const { environment } = surroundings;
      const remaining = environment['HF_TOKEN']
        ? 'HF_TOKEN'
        : (await findToken({ ...environment, HF_TOKEN: undefined }, store)).source;
      const { host } = new URL(connection.hubUrl);
      if (options.json) output.json({ hub: connection.hubUrl, remaining: remaining ?? null });
      output.note(`Signed out of ${host}.`);
      if (remaining === 'HF_TOKEN')
        output.note('HF_TOKEN is still set and goes on signing you in; unset it.');
      if (remaining === 'hub-file')
        output.note("The token of the Hub's own tools is still there and goes on signing you in.");
    });
  });
};
