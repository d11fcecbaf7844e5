import { changeAlone, tellHub } from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { remainingNote, remainingToken } from '../sign-in/remaining-token.ts';
import { callOf } from '../context/call.ts';
import type { Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';

/** `tryout logout`: forgets the token; says where another one still stands (F19). */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const call = await callOf(command, runtime);
    const { options, output } = call;
    const signOut = async ({ connection, store, tokenSource, signal }: Context) => {
      const forget = async () => {
        const kept = await store.read();
        await store.clear();
        return kept;
      };
      const { token, notice: trouble } = await store.read();
      // The lock would make a folder, only to find nothing there.
      const isEmpty = token === undefined && trouble === undefined;
      const before = await (isEmpty ? forget() : changeAlone(store, forget, signal));
      const { environment } = runtime;
      const left = await remainingToken(environment, store, tokenSource === 'HF_TOKEN');
      const { source: remaining, notice } = left;
      const { host } = new URL(connection.hubUrl);
      if (options.json) output.json({ hub: connection.hubUrl, remaining: remaining ?? null });
      // A file that could not be used is gone too, unless there is none and the place itself cannot be used.
      const wasKept = before.token !== undefined || (before.notice !== undefined && notice === undefined);
      if (wasKept) output.note(`Signed out of ${host}.`);
      else output.note(remaining ? `Tryout keeps no token for ${host}.` : `Nobody is signed in to ${host}.`);
      const note = remainingNote(left);
      if (note !== undefined) output.note(note);
      if (before.token === undefined || !before.grant) return;
      const isTold = await tellHub(connection, before.token, before.grant, signal);
      if (!isTold) output.note(`${host} could not be told; its settings list the apps that may sign you in.`);
    };
    await withContext(call, signOut, { changesStore: true });
  });
};
