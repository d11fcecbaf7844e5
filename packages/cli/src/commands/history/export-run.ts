import { runLink, visibleLine, webAddress, withFilesInside } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { isSandboxModel } from '../../context/embedded-hub.ts';
import { checkTarget } from '../../files/check-target.ts';
import { recordedRun } from '../../history/stored-runs.ts';
import { saveRun } from '../../history/save-run.ts';
import { pageAddress } from '../../web-server/address.ts';

export interface ExportOptions {
  readonly output?: string;
  readonly force?: boolean;
  /** `true` for the page that `tryout web` serves, or the URL of another web app. */
  readonly link?: string | true;
}

/** Writes a recorded run as a run file with its files inside, or prints a link to it. */
export async function exportRun(call: Call, typed: string, options: ExportOptions): Promise<void> {
  const { output: path = '-', force = false, link } = options;
  const { runtime, output } = call;
  const given = typeof link === 'string' ? webAddress(link) : undefined;
  if (path !== '-') await checkTarget(path, force);
  const stored = await recordedRun(runtime.environment, typed);
  if (link !== undefined) {
    const isSandbox = call.options.sandbox === true || isSandboxModel(stored.run.model);
    const { url, missing } = await runLink(stored, given?.href ?? pageAddress(isSandbox));
    if (call.options.json) return output.json({ url, missing });
    output.write(`${url}\n`);
    if (missing.length > 0)
      output.note(`Not in the link; choose again: ${missing.map(visibleLine).join(', ')}.`);
    return;
  }
  if (path === '-') return output.json(await withFilesInside(stored));
  await saveRun(path, stored, force, output.note);
  if (call.options.json) output.json({ file: path });
}
