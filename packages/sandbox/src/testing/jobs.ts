import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Files, HubJob, HubJobs } from './state.ts';
import { randomBytes } from 'node:crypto';
import { readJsonBody, setNewest, type Exchange, type Route } from '../exchange/exchange.ts';
import { HttpError, isRecord, requireToken, sendJson } from '../exchange/http.ts';
import { getFiles, namespaces } from './repositories.ts';

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
    // Even if the sandbox is never closed.
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

const MAX_JOBS = 1000;
const MAX_ACTIVE = 16;
/** Seconds. */
const DEFAULT_TIMEOUT = 30 * 60;
const MAX_TIMEOUT = 24 * 60 * 60;
/** Milliseconds between comments that keep streams open. */
const KEEP_ALIVE = 15_000;

/** As the Hub lists them; the sandbox charges nothing. */
const hardware = [
  { name: 'cpu-basic', prettyName: 'CPU Basic', cpu: '2 vCPU', ram: '16 GB', unitCostMicroUSD: 167 },
  { name: 'cpu-upgrade', prettyName: 'CPU Upgrade', cpu: '8 vCPU', ram: '32 GB', unitCostMicroUSD: 500 },
].map((each) => ({
  ...each,
  accelerator: null,
  unitCostUSD: each.unitCostMicroUSD / 1e6,
  unitLabel: 'minute',
}));

/** What jobs of Tryout do in their container. */
const SCRIPT =
  'npm install --global --ignore-scripts --no-fund --no-audit --loglevel=error /data/tryout.tgz >&2 && cd "/data/$0" && exec tryout "$@"';

/**
 * The arguments of Tryout, and the folder of the dataset they hold for. Nothing but the sandbox's own program runs.
 * @throws {HttpError} 400
 */
function readCommand({ command, environment }: Record<string, unknown>) {
  const [shell, option, script, folder = '', ...words] = Array.isArray(command) ? command.map(String) : [];
  const isOurs = shell === 'sh' && option === '-c' && script === SCRIPT && words[0] === 'batch';
  if (!isOurs || !/^[\w-]+$/.test(folder)) throw new HttpError(400, 'The sandbox only runs tryout batch.');
  if (isRecord(environment) && Object.keys(environment).length > 0)
    throw new HttpError(400, 'The sandbox takes no environment for jobs.');
  return { words, folder };
}

/** `POST /api/jobs/{namespace}` */
async function createJob(exchange: Exchange): Promise<void> {
  const { request, response, sandbox } = exchange;
  const namespace = requireNamespace(exchange);
  // Other users of this machine, and pages, can send requests too.
  if (request.headers.authorization !== `Bearer ${sandbox.testing.token}`)
    throw new HttpError(403, 'Only the token that the sandbox prints can start jobs.');
  if (!sandbox.testing.program) throw new HttpError(501, 'This sandbox runs no jobs.');
  const body = await readJsonBody(exchange);
  const { dockerImage, flavor, secrets, labels, volumes, command, timeoutSeconds } = body;
  const { words, folder } = readCommand(body);
  if (!hardware.some(({ name }) => name === flavor))
    throw new HttpError(400, `There is no flavor '${String(flavor)}'.`);
  const files = readVolume(exchange, volumes);
  if (!files.has('tryout.tgz')) throw new HttpError(400, 'The volume has no tryout.tgz.');
  const jobs = sandbox.testing.hubJobs.byId;
  if ([...jobs.values()].filter(isActive).length >= MAX_ACTIVE)
    throw new HttpError(429, `The sandbox runs at most ${MAX_ACTIVE} jobs at a time.`);
  sandbox.testing.hubJobs.guard();
  const id = randomBytes(12).toString('hex');
  const named = isRecord(secrets) ? secrets : {};
  const description = {
    ...{ type: 'job', id, createdAt: new Date().toISOString(), owner: { name: namespace } },
    initiator: { id: 'guest', name: 'guest', type: 'user' },
    ...{ dockerImage, command, flavor, labels, volumes, timeoutSeconds, secrets: Object.keys(named) },
  };
  const job: HubJob = {
    namespace,
    states: [description],
    stage: 'RUNNING',
    logs: [],
    events: new EventEmitter(),
  };
  job.events.setMaxListeners(0);
  setStatus(job, 'RUNNING', null);
  setNewest(jobs, id, job, MAX_JOBS);
  const seconds = Math.min(Number(timeoutSeconds) || DEFAULT_TIMEOUT, MAX_TIMEOUT);
  const token = String(named['HF_TOKEN'] ?? '');
  job.ended = runJob(job, sandbox.testing.program, { words, files, folder, token, seconds });
  sendJson(response, job.states.at(-1));
}

/** The files of the one volume, by path. @throws {HttpError} 400 */
function readVolume({ sandbox }: Exchange, volumes: unknown): Files {
  const [volume, ...others] = (Array.isArray(volumes) ? (volumes as unknown[]) : []).filter(isRecord);
  const repository = sandbox.testing.repositories.byId.get(String(volume?.['source']));
  if (!volume || !repository || others.length > 0 || volume['mountPath'] !== '/data')
    throw new HttpError(400, 'A job needs one dataset as its volume, at /data.');
  const prefix = `${String(volume['path'] ?? '')}/`;
  const all = [...getFiles(repository, String(volume['revision'] ?? 'main'))];
  return new Map(
    all
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, bytes]) => [path.slice(prefix.length), bytes]),
  );
}

/** @throws {HttpError} 401, 403 */
function requireNamespace({ request, parts }: Exchange): string {
  requireToken(request);
  if (namespaces.includes(parts.namespace!)) return parts.namespace!;
  throw new HttpError(403, `You don't have the rights to run jobs under "${parts.namespace}"`);
}

/** @throws {HttpError} 404 */
function requireJob(exchange: Exchange): HubJob {
  const namespace = requireNamespace(exchange);
  const job = exchange.sandbox.testing.hubJobs.byId.get(exchange.parts.job ?? '');
  if (job?.namespace === namespace) return job;
  throw new HttpError(404, 'Job not found');
}

/** `GET /api/jobs/{namespace}`: the newest first. */
function listJobs(exchange: Exchange): void {
  const namespace = requireNamespace(exchange);
  const all = [...exchange.sandbox.testing.hubJobs.byId.values()].filter(
    (job) => job.namespace === namespace,
  );
  sendJson(
    exchange.response,
    all.reverse().map(({ states }) => states.at(-1)),
  );
}

function sendJob(exchange: Exchange): void {
  sendJson(exchange.response, requireJob(exchange).states.at(-1));
}

function cancelJob(exchange: Exchange): void {
  stop(requireJob(exchange), 'CANCELED', 'Canceled');
  sendJob(exchange);
}

/** The entries of a list as server-sent events, from the first one until the job's end. */
async function streamEvents(exchange: Exchange, list: (job: HubJob) => readonly unknown[]): Promise<void> {
  const job = requireJob(exchange);
  const { response, signal } = exchange;
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  response.flushHeaders();
  let sent = 0;
  const flush = () => {
    const entries = list(job);
    while (sent < entries.length) response.write(`data: ${JSON.stringify(entries[sent++])}\n\n`);
  };
  flush();
  const keepAlive = setInterval(() => void response.write(': keep-alive\n\n'), KEEP_ALIVE);
  job.events.on('change', flush);
  await Promise.race([job.ended, once(signal, 'abort')]);
  job.events.off('change', flush);
  clearInterval(keepAlive);
  response.end();
}

function createJobRoute(method: Route['method'], path: string, handler: Route['handler']): Route {
  return { method, path: new RegExp(`^/api/jobs/(?<namespace>[^/]+)${path}$`), handler };
}

/** Jobs that run this program. */
export const jobRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/jobs\/hardware$/, handler: ({ response }) => sendJson(response, hardware) },
  createJobRoute('POST', '', createJob),
  createJobRoute('GET', '', listJobs),
  createJobRoute('GET', '/(?<job>[^/]+)', sendJob),
  createJobRoute('POST', '/(?<job>[^/]+)/cancel', cancelJob),
  createJobRoute('GET', '/(?<job>[^/]+)/logs', (exchange) => streamEvents(exchange, ({ logs }) => logs)),
  createJobRoute('GET', '/(?<job>[^/]+)/events', (exchange) =>
    streamEvents(exchange, ({ states }) => states.slice(1)),
  ),
];
