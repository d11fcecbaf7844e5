import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { sandboxProxy } from '../../support/sandbox-proxy.ts';
import { storeSignIn } from '../../support/stored-sign-in.ts';

const shapes = fileURLToPath(new URL('../../../examples/shapes.png', import.meta.url));
const sandbox = await recordingSandbox({
  listing: [
    {
      id: 'acme/mask',
      pipeline_tag: 'fill-mask',
      library_name: 'transformers',
      transformersInfo: { auto_model: 'AutoModelForMaskedLM', processor: 'AutoTokenizer' },
    },
  ],
});

/** A command that asks the hub. */
interface Asking {
  readonly words: readonly string[];
  readonly input?: string;
  /** Its exit code when the hub answers; by default 0. */
  readonly code?: number;
  /** Its exit codes after `--timeout`; by default 124. */
  readonly timeoutCodes?: readonly number[];
  /** Then it waits for the user, not for the hub. */
  readonly requests?: number;
  /** Whether the sign-in is from OAuth, and has expired. */
  readonly grant?: 'valid' | 'expired';
}

const chat = ['-m', 'sandbox/plain-assistant'];
const batch = ['batch', 'sentiment', 'in.csv'];

/** How each command asks the hub, or why it does not. */
const commands: Readonly<Record<string, readonly Asking[] | string>> = {
  run: [
    { words: ['run', 'sentiment', 'good'] },
    { words: ['run', 'ocr', shapes] },
    { words: ['run', 'llm', 'Hi', ...chat, '--snippet'] },
    // The search for similar names only improves the error.
    { words: ['run', 'sentiment', 'good', '-m', 'sandbox/vader'], code: 1, timeoutCodes: [1, 124] },
  ],
  batch: [
    { words: batch },
    { words: [...batch, '--dry-run'] },
    { words: ['batch', 'llm', 'in.csv', ...chat, '--max-cost', '1'] },
    { words: ['batch', 'sentiment', 'hf://datasets/sandbox/reviews', '--dry-run'] },
    { words: [...batch, '--into', 'guest/out/out.jsonl'] },
  ],
  chat: [{ words: ['chat', 'Hello'] }, { words: ['chat', 'What color is it?', '--image', shapes] }],
  compare: [
    {
      words: ['compare', 'llm', 'Hi', ...chat, '-m', 'sandbox/picture-assistant'],
      // One of the two may have answered.
      timeoutCodes: [0, 124],
    },
  ],
  report: 'reads files',
  history: 'reads this computer',
  rerun: [{ words: ['rerun', 'a.run.json'] }],
  open: 'fills in a form, whose screen asks',
  snippet: [
    { words: ['snippet', 'sentiment'] },
    { words: ['snippet', 'image-classification'] },
    { words: ['snippet', 'image-text-to-text'] },
    { words: ['snippet', 'fill-mask', '-m', 'acme/mask', '--client', 'library'] },
    { words: ['snippet', 'fill-mask', 'x [MASK]', '-m', 'acme/mask'], code: 1 },
  ],
  tasks: [{ words: ['tasks', 'summarization'] }, { words: ['tasks', 'summarization', '--json'] }],
  models: [{ words: ['models', 'sentiment'] }, { words: ['models', 'llm', '--provider', 'all'] }],
  info: [{ words: ['info', 'sandbox/plain-assistant'] }],
  login: [
    { words: ['login', '--token-stdin'], input: 'hf_test' },
    { words: ['login', '--browser'], requests: 1 },
    { words: ['login', '--device'], requests: 2 },
  ],
  // The token is gone already; it is revoked within a time of its own.
  logout: [{ words: ['logout'], grant: 'valid', timeoutCodes: [0] }],
  // Once the refresh token is sent, the answer is awaited, so that it can be stored.
  whoami: [{ words: ['whoami'] }, { words: ['whoami'], grant: 'expired', requests: 1 }],
  config: 'changes a file',
  mcp: 'has clients, which cancel its calls',
  web: 'serves a page, which asks',
  sandbox: 'is a hub',
  demo: 'asks its own hub',
  completion: 'prints a script',
  help: 'prints a text',
};

test('the table has all commands', async () => {
  const { stdout } = await cli(['complete', '--', '']);
  const names = stdout.split('\n').flatMap((line) => line.split('\t', 1)[0] || []);
  const ids: readonly string[] = tasks.map(({ id }) => id);
  expect(Object.keys(commands)).toEqual(names.filter((name) => !ids.includes(name)));
});

/** The sandbox, which answers a number of requests, but for runs, and then hangs. */
async function hangingHub(answers: number) {
  let hang: () => void = () => undefined;
  const hung = new Promise<void>((resolve) => (hang = resolve));
  let received = 0;
  const hub = await sandboxProxy(sandbox, {
    first({ method, url }) {
      const isRun = method === 'POST' && url.startsWith('/inference/');
      if (isRun || ++received <= answers) return false;
      hang();
      return true;
    },
  });
  return { hub, hung };
}

const run = { tryout: 1, id: '01JZ0000000000000000000000', task: 'text-classification' };

/** Runs a command at a hub that hangs after a number of answers. */
async function runAt(
  { words, input, grant }: Asking,
  answers: number,
  more: readonly string[] = [],
  isInterrupted = false,
) {
  const { hub, hung } = await hangingHub(answers);
  let hasHung = false;
  void hung.then(() => (hasHung = true));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.csv'), 'text\ngood\n');
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify({ ...run, inputs: { text: 'good' } }));
  if (grant) storeSignIn(folder, hub.port, grant === 'valid' ? { expiresAt: Date.now() + 3_600_000 } : {});
  const token = grant || words[0] === 'login' ? {} : { HF_TOKEN: sandbox.token };
  const environment = { ...token, TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox', BROWSER: 'true' };
  const options = { folder, environment, input, ...(isInterrupted && { interrupted: hung }) };
  return { ...(await cli([...words, ...more, ...at(hub)], options)), hasHung };
}

const asking = Object.values(commands).flatMap((each) => (typeof each === 'string' ? [] : each));
const named = (all: readonly Asking[]) => all.map((command) => [command.words.join(' '), command] as const);

/** Lets the hub hang at each request of a command in turn, and ends the command by Ctrl-C, or also by `--timeout`. */
async function endAtEach(command: Asking, isTimed: boolean): Promise<void> {
  const { code = 0, timeoutCodes = [124], requests = Infinity } = command;
  let answers = 0;
  for (; answers < requests; answers += 1) {
    const { hasHung, ...canceled } = await runAt(command, answers, [], true);
    if (!hasHung) {
      expect(canceled).toEqual(expect.objectContaining({ code }));
      break;
    }
    expect({ answers, ...canceled }).toEqual(
      expect.objectContaining({
        ...{ answers, code: 130, stdout: '' },
        stderr: expect.stringMatching(/^error: Canceled$|"message":"Canceled"/m) as string,
      }),
    );
    if (!isTimed) continue;
    const late = await runAt(command, answers, ['--timeout', '0.2']);
    expect({ answers, ...late }).toEqual(
      expect.objectContaining({
        code: expect.toBeOneOf([...timeoutCodes]) as number,
        // Of several models, some may have answered.
        stdout: late.code === 0 && command.words[0] === 'compare' ? late.stdout : '',
      }),
    );
  }
  expect(answers).toBeGreaterThan(0);
}

const TIMED = 'E16: %s ends by Ctrl-C and by --timeout without output, at whatever request the hub hangs';
const isFirst = ({ words }: Asking) => asking.find((each) => each.words[0] === words[0])?.words === words;
const further = named(asking.filter((command) => !isFirst(command)));
test.each(named(asking.filter(isFirst)))(TIMED, (_words, command) => endAtEach(command, true));
test.each(further)(
  'E16: %s ends by Ctrl-C without output, at whatever request the hub hangs',
  (_words, command) => endAtEach(command, false),
);
test.each(further)(TIMED, { tags: ['nightly'] }, (_words, command) => endAtEach(command, true));
