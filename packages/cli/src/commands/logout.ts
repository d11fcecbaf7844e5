import { withTokenLock, revokeSignIn } from '@tryout/engine';
import { createCall } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { notRevokedNote, remainingNote, remainingToken } from '../context/account.ts';

/** `tryout logout`: forgets the token and notes which other token still signs you in. */
export const define: DefineCommand = (command, runtime) => {
  command.action(async () => {
    const call = await createCall(command, runtime);
    const { options, output } = call;
    await withContext(
      call,
      async ({ connection, store, signal }) => {
        const forget = async () => {
          const entry = await store.read();
          await store.clear();
          return entry;
        };
        const { token, notice: problem } = await store.read();
        // Taking the lock would create the folder.
        const isEmpty = token === undefined && problem === undefined;
        const before = await (isEmpty ? forget() : withTokenLock(store, forget, signal));
        const remaining = await remainingToken(runtime.environment, store);
        const { host } = new URL(connection.hubUrl);
        if (options.json) output.json({ hub: connection.hubUrl, remaining: remaining ?? null });
        // An unusable file was removed too, unless its folder cannot be used at all.
        const wasStored =
          before.token !== undefined || (before.notice !== undefined && !(await store.read()).notice);
        if (wasStored) output.note(`Signed out of ${host}.`);
        else if (remaining) output.note(`Tryout has no stored token for ${host}.`);
        else output.note(`You are not signed in to ${host}.`);
        const note = remainingNote(remaining);
        if (note !== undefined) output.note(note);
        if (before.token === undefined || !before.grant) return;
        let isRevoked = false;
        try {
          isRevoked = await revokeSignIn(connection, before.token, before.grant, signal);
        } finally {
          if (!isRevoked) output.note(notRevokedNote(host));
        }
      },
      { changesStore: true },
    );
  });
};
