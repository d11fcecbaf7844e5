import { counted, createRunLink, shellWord, visibleLine, type StoredRun } from '@tryout/engine';
import { createCall, withinTimeout, isInteractive, type Call } from '../context/context.ts';
import { findRun, runOpening, withStoredHub } from '../history/stored-runs.ts';
import type { DefineCommand } from '../runtime.ts';
import { UsageError } from '../context/errors.ts';
import { serveWebApp } from './web.ts';

const help = `
Fills in the form and shows the recorded result. Nothing is sent until you run
it. If a file or a link names an endpoint or an organization to bill, you have
to confirm it first.

Examples:
  tryout open last
  tryout open caption.run.json
  tryout open last --web
`;

/** `tryout open <id|file|link>`: opens a stored run in the picker or the web app. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<run>', 'ID in the history or a unique prefix, last, a run file, or a link')
    .option('--web', 'open the web app instead of the picker')
    .addHelpText('after', help)
    .action(async (reference: string, { web }: { readonly web?: boolean }) => {
      const call = await createCall(command, runtime);
      if (!web && !isInteractive(runtime))
        throw new UsageError('tryout open requires a terminal', {
          hint: `Use tryout rerun ${shellWord(reference)}, or add --web.`,
        });
      const find = () => findRun(reference, runtime.environment, call.output.note);
      const source = await withinTimeout(call, find);
      // The picker and the web app show a note about the hub of others.
      const hubCall = source.isTrusted ? withStoredHub(call, source) : call;
      if (web) await openInBrowser(hubCall, source.group ?? [source.storedRun]);
      else await runtime.openPicker(command, { run: await runOpening(source), options: hubCall.options });
    });
};

async function openInBrowser(call: Call, storedRuns: readonly StoredRun[]): Promise<void> {
  await serveWebApp(call, {
    open: true,
    async getPage(server) {
      const { url, missing } = await createRunLink(storedRuns, server);
      if (missing.length > 0)
        call.output.note(
          `${counted(missing.length, 'file')} to choose again: ${missing.map(visibleLine).join(', ')}.`,
        );
      return url;
    },
  });
}
