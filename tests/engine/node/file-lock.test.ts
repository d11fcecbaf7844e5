import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLock } from '@tryout/engine/node';
import { rejection } from '../../support/ask.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/cli.ts';
import { missingPrograms } from '../snippets/support/programs.ts';

let program: string;
let folder: string;
let path: string;

beforeAll(async () => {
  const outDir = temporaryFolder();
  program = join(outDir, 'lock-worker.mjs');
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('../../support/lock-worker.ts', import.meta.url)),
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
});

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'lock');
  writeFileSync(join(folder, 'counter'), '       0');
});

const start = (name: number, rounds: number, deaths: number, stops: number) =>
  spawn(process.execPath, [program, folder, ...[name, rounds, deaths, stops].map(String)], {
    env: isolatedEnvironment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** What a process writes into its lock, once it has printed an event. */
async function identityOf(child: ChildProcess, event: string): Promise<object> {
  for (let text = ''; !text.includes(`${event}\n`);)
    text += String((await once(child.stdout!, 'data'))[0] as Buffer);
  if (event === 'die') await once(child, 'close');
  else children.push(child);
  const content = readlinkSync(path);
  unlinkSync(path);
  return JSON.parse(content) as object;
}

/** A process that has ended, while its parent, which does not notice it, goes on. */
async function findZombie(): Promise<object> {
  const parent = spawn('sh', ['-c', 'exec 3<&0; head -c 1 <&3 >&2 & echo $!; exec sleep 1000']);
  children.push(parent);
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const processId = Number(String(output));
  // Before, it would notice.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  parent.stdin.write('x');
  await expect.poll(() => readFileSync(`/proc/${processId}/stat`, 'utf8')).toContain(') Z');
  return { processId };
}

/** A process whose first thread has ended, while another is still in a system call, as after a kill. */
async function findLastThread(): Promise<object> {
  const code = [
    'import ctypes, threading, time',
    'threading.Thread(target=time.sleep, args=(1000,)).start()',
    'ctypes.CDLL(None).pthread_exit(None)',
  ];
  const child = spawn('python3', ['-c', code.join('\n')]);
  children.push(child);
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  await expect.poll(stat).toContain(') Z');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { processId: child.pid, started: `${boot} ${stat().split(' ')[21]}` };
}

describe.skipIf(process.platform === 'win32')('X34: a lock between processes', () => {
  /** The full size, `50x200`, takes a minute or more. */
  const [workers = 8, rounds = 25] = (process.env['TRYOUT_LOCK_STRESS'] ?? '8x25').split('x').map(Number);

  test(
    `is never held twice by ${workers} processes with ${rounds} rounds, some of which die or stop`,
    { timeout: 600_000, tags: ['nightly'] },
    async () => {
      const stopped = new Set<ChildProcess>();
      const counts = { leave: 0, die: 0, stop: 0, killed: 0 };
      const living: ChildProcess[] = [];
      async function work(name: number): Promise<void> {
        for (let left = rounds; left > 0;) {
          const worker = start(name, left, 3, 3);
          living[name] = worker;
          worker.stdout.setEncoding('utf8').on('data', (text: string) => {
            for (const event of text.trim().split('\n')) {
              if (event === 'stop') stopped.add(worker);
              if (event === 'continue') stopped.delete(worker);
              if (event in counts) counts[event as keyof typeof counts] += 1;
              if (event === 'leave') left -= 1;
            }
          });
          await once(worker, 'close');
          stopped.delete(worker);
        }
        delete living[name];
      }
      const waking = setInterval(() => stopped.forEach((worker) => worker.kill('SIGCONT')), 50);
      // Also those that wait, create or remove a lock.
      const anyone = () => living[Math.floor(Math.random() * workers)];
      const disturbing = setInterval(() => {
        if (anyone()?.kill('SIGKILL')) counts.killed += 1;
        const other = anyone();
        if (other?.kill('SIGSTOP')) stopped.add(other);
      }, 300);
      await Promise.all(Array.from({ length: workers }, (_, name) => work(name)));
      clearInterval(waking);
      clearInterval(disturbing);

      const lines = readFileSync(join(folder, 'journal'), 'utf8').trim().split('\n');
      let inside: string | undefined;
      const gone = new Set<string>();
      for (const [at, line] of lines.entries()) {
        const [event, who = ''] = line.split(' ');
        expect({ at, line, isGone: gone.has(who) }).toEqual({ at, line, isGone: false });
        if (event === 'enter') {
          if (inside !== undefined) gone.add(inside);
          inside = who;
        } else expect({ at, line, inside }).toEqual({ at, line, inside: who });
        if (event === 'die') gone.add(who);
        if (event === 'leave' || event === 'die') inside = undefined;
      }
      expect(gone.size).toBeLessThanOrEqual(counts.die + counts.killed);
      const count = Number(readFileSync(join(folder, 'counter'), 'utf8'));
      const left = lines.filter((line) => line.startsWith('leave')).length;
      expect(left).toBeGreaterThanOrEqual(workers * rounds);
      expect(count).toBeGreaterThanOrEqual(left);
      expect(count).toBeLessThanOrEqual(left + counts.killed);
      if (process.env['TRYOUT_LOCK_STRESS'])
        process.stdout.write(`${JSON.stringify({ ...counts, count, files: readdirSync(folder) })}\n`);
    },
  );

  /** The content of the lock of this process, with changes. */
  async function contentWith(changes: object): Promise<string> {
    const own = await fileLock(path)(() => Promise.resolve(readlinkSync(path)));
    return JSON.stringify({ ...(JSON.parse(own) as object), ...changes });
  }

  const isLinux = process.platform === 'linux';
  const hasThreads = isLinux && missingPrograms(['Python']).length === 0;

  test.each<readonly [string, () => Promise<object>]>([
    ['a killed process', () => identityOf(start(1, 1, 100, 0), 'die')],
    ['an earlier process with this number', () => Promise.resolve({ started: 'before' })],
    ...(isLinux ? [['a process whose parent has not noticed its end', findZombie] as const] : []),
  ])('of %s is taken over by one of many at a time', async (_name, getChanges) => {
    const content = await contentWith(await getChanges());
    symlinkSync(content, path);
    let [inside, most, total] = [0, 0, 0];
    const work = async () => {
      most = Math.max(most, (inside += 1));
      for (let times = 0; times < 5; times += 1) await readdir(folder);
      inside -= 1;
      total += 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => fileLock(path)(work)));
    expect({ most, total, isHeld: readdirSync(folder).some((name) => name.startsWith('lock')) }).toEqual({
      most: 1,
      total: 20,
      isHeld: false,
    });
  });

  test.each<readonly [string, () => Promise<object>]>([
    ['a stopped process', () => identityOf(start(1, 1, 0, 100), 'stop')],
    ['another machine', () => Promise.resolve({ host: 'other', place: '0'.repeat(16), processId: 2 ** 30 })],
    ['a process whose start is unknown', () => Promise.resolve({ started: '' })],
    ...(hasThreads ? [['a killed process with a thread left', findLastThread] as const] : []),
  ])(
    'of %s is kept, however old it is, and waiting for it ends with its signal',
    async (_name, getChanges) => {
      const content = await contentWith(await getChanges());
      symlinkSync(content, path);
      lutimesSync(path, 0, 0);
      let isInside = false;
      const work = () => Promise.resolve((isInside = true));
      const error = await rejection(fileLock(path)(work, AbortSignal.timeout(200)));
      expect({ name: error.name, isInside }).toEqual({ name: 'CanceledError', isInside: false });
      expect(readlinkSync(path)).toBe(content);
    },
  );
});
