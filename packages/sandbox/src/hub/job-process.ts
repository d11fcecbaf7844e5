import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Files, HubJob, HubJobs } from '../exchange/hub-state.ts';

const MAX_LOG_LINES = 10_000;
/** Milliseconds from SIGTERM to SIGKILL. */
const GRACE = 5000;

export function createHubJobs(): HubJobs {
  const byId = new Map<string, HubJob>();
  const killAll = () => {
    for (const job of byId.values()) {
      if (isActive(job)) setStatus(job, 'CANCELED', 'The sandbox ended');
      kill(job, 'SIGKILL');
    }
  };
  return {
    byId,
    // Also if nobody closes the sandbox.
    guard: () => void process.off('exit', killAll).once('exit', killAll),
    async close() {
      process.off('exit', killAll);
      killAll();
      await Promise.all([...byId.values()].map(({ ended }) => ended));
    },
  };
}

export const isActive = ({ stage }: HubJob) => stage === 'RUNNING';

function kill({ process: child }: HubJob, signal: NodeJS.Signals): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    // Its group, so that processes that it started end too.
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

interface Work {
  readonly words: readonly string[];
  readonly files: Files;
  readonly folder: string;
  readonly token: string;
  readonly seconds: number;
}

/** Runs a job to its end, in a folder of its own. */
export async function runJob(job: HubJob, program: readonly string[], work: Work): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'tryout-job-'));
  const timer = setTimeout(() => stop(job, 'ERROR', 'Job timeout'), work.seconds * 1000);
  try {
    const cwd = join(root, 'data', work.folder);
    await mkdir(cwd, { recursive: true });
    await mkdir(join(root, 'tmp'));
    for (const [path, bytes] of work.files) {
      if (!path.startsWith(`${work.folder}/`)) continue;
      await mkdir(dirname(join(root, 'data', path)), { recursive: true });
      await writeFile(join(root, 'data', path), bytes);
    }
    const home = { HOME: root, TRYOUT_CONFIG_DIR: root, TRYOUT_DATA_DIR: root, TMPDIR: join(root, 'tmp') };
    const { PATH, SystemRoot } = process.env;
    const env = { PATH, SystemRoot, ...home, HF_TOKEN: work.token };
    const [command = '', ...first] = program;
    if (!isActive(job)) return;
    const child = spawn(command, [...first, ...work.words], {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    job.process = child;
    setStatus(job, 'RUNNING', `Process ${child.pid}`);
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (data) => {
        if (job.logs.length < MAX_LOG_LINES) job.logs.push({ data, timestamp: new Date().toISOString() });
        job.events.emit('change');
      });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (!isActive(job)) return;
    const isDone = code === 0;
    setStatus(
      job,
      isDone ? 'COMPLETED' : 'ERROR',
      isDone ? null : `Job failed with exit code: ${code ?? signal}`,
    );
  } catch (error) {
    setStatus(job, 'ERROR', String(error));
  } finally {
    clearTimeout(timer);
    await rm(root, { recursive: true, force: true }).catch(() => undefined);
  }
}

export function setStatus(job: HubJob, stage: HubJob['stage'], message: string | null): void {
  job.stage = stage;
  const status = { stage, message, failureCount: stage === 'ERROR' ? 1 : 0 };
  job.states.push({ ...job.states[0], status });
  job.events.emit('change');
}

/** Ends a job that runs. */
export function stop(job: HubJob, stage: HubJob['stage'], message: string): void {
  if (!isActive(job)) return;
  setStatus(job, stage, message);
  kill(job, 'SIGTERM');
  setTimeout(() => kill(job, 'SIGKILL'), GRACE).unref();
}
