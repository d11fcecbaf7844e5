import { findToken } from '@tryout/engine/node';
import type { DefineCommand } from '../commands/define-command.ts';
import { tellHub } from './logout/tell-hub.ts';
import { callOf } from '../context/call.ts';
import type { Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';

/** `tryout logout`: forgets the token; says where another one still stands (F19). */
export const define: DefineCommand = (command, surroundings) => {
  command.action(async () => {
    const call = await callOf(command, surroundings);
    const { options, output } = call;
    const signOut = async ({ connection, store }: Context) => {
      const before = await store.read();
      await store.clear();
      if (before.token !== undefined && before.grant) {
        await tellHub(connection, before.token, before.grant, surroundings.signal);
      }
      const { environment } = surroundings;
      const { source, notice } = await findToken({ ...environment, HF_TOKEN: undefined }, store);
      const remaining = environment['HF_TOKEN'] ? 'HF_TOKEN' : source;
      const { host } = new URL(connection.hubUrl);
      if (options.json) output.json({ hub: connection.hubUrl, remaining: remaining ?? null });
      // A file that could not be used is gone too, unless there is none and the place itself cannot be used.
      const wasKept = before.token !== undefined || (before.notice !== undefined && notice === undefined);
      if (wasKept) output.note(`Signed out of ${host}.`);
      else output.note(remaining ? `Tryout keeps no token for ${host}.` : `Nobody is signed in to ${host}.`);
      if (remaining === 'HF_TOKEN')
        output.note('HF_TOKEN is still set and goes on signing you in; unset it.');
      if (remaining === 'hub-file')
        output.note("The token of the Hub's own tools is still there and goes on signing you in.");
    };
    await withContext(call, signOut, { changesStore: true });
  });
};
