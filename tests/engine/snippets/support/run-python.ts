import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { waitForExit, temporaryFolder } from '../../../support/process.ts';
import { environmentOf, receivedFrom, type LibraryRun, type Piece, type Recorders } from './run-modules.ts';

/** Runs pieces of Python in sequence in one process. */
export async function runPython(
  program: string,
  recorders: Recorders,
  pieces: readonly Piece[],
): Promise<LibraryRun[]> {
  recorders.sandbox.forget();
  recorders.elsewhere.received.splice(0);
  const own = temporaryFolder();
  const child = spawn(program, [fileURLToPath(new URL('python-runner.py', import.meta.url))], {
    cwd: own,
    env: { ...environmentOf(recorders, own), PYTHONPATH: process.env['PYTHONPATH'] },
  });
  child.stdin.end(JSON.stringify(pieces));
  const { stdout, stderr, code } = await waitForExit(child);
  if (code !== 0) throw new Error(`${code} ${stdout.slice(-2000)} ${stderr}`);
  const outcomes = JSON.parse(stdout) as { readonly stdout: string; readonly error: string | null }[];
  return Promise.all(
    outcomes.map(async ({ stdout: printed, error }, number) => ({
      stdout: printed,
      error: error ?? undefined,
      ...(await receivedFrom(recorders, number)),
    })),
  );
}
