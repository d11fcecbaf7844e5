import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect } from 'vitest';
import { createCodeTabs, currentRequest, taskNamed, type Session } from '@tryout/engine';
import { ensureBuilt, launcher } from '../../support/built-cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { exampleSession, guestSession, sentBody } from '../../support/example-session.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { recordingSandbox, type RecordingSandbox } from '../../support/recording-sandbox.ts';
import { testWith } from './support/programs.ts';

let sandbox: RecordingSandbox;
let environment: Record<string, string>;

beforeAll(async () => {
  ensureBuilt();
  sandbox = await recordingSandbox();
  const folder = temporaryFolder();
  const program = join(folder, 'tryout');
  // Prints its words and its input, which the program in this process then gets.
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\0' "$@"\nprintf '\\0'\nexec cat\n`);
  chmodSync(program, 0o755);
  environment = isolatedEnvironment(folder, {
    PATH: `${folder}:${process.env['PATH']}`,
    HF_TOKEN: 'hf_sandbox',
  });
});

/** The command of the code view, if the run fits in one. */
async function commandOf(session: Session, program?: readonly string[]): Promise<string | undefined> {
  const { signal } = new AbortController();
  const request = await currentRequest(session.connection(), session.getSnapshot(), signal);
  const tabs = createCodeTabs(request!, session.connection(), { program });
  const [entry] = tabs.find(({ label }) => label === 'Tryout')!.entries;
  return entry && 'piece' in entry ? entry.piece?.code : undefined;
}

const test = testWith('bash');

function inShell(command: string | undefined, env = environment) {
  const options = { env, cwd: environment['HOME'] };
  const shell = promisify(execFile)('bash', ['-c', command ?? 'false'], options);
  // A chat waits for what follows its prompt.
  shell.child.stdin?.end();
  return shell;
}

/** Runs the command with the words that a shell reads in it. */
async function run(command: string | undefined) {
  const { stdout } = await inShell(command);
  const [words = '', input = ''] = stdout.split('\0\0');
  const { code, stderr } = await cliInProcess(words.split('\0'), {
    environment: { HF_TOKEN: 'hf_sandbox' },
    folder: environment['HOME']!,
    input,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
}

// One task of each kind of input.
test.each([
  'summarization',
  'zero-shot-classification',
  'sentence-similarity',
  'image-classification',
  'visual-question-answering',
  'automatic-speech-recognition',
  'table-question-answering',
  'tabular-classification',
])('the command of %s sends the request of the page', async (id) => {
  const session = await exampleSession(sandbox, taskNamed(id));
  const command = await commandOf(session);
  const body = await sentBody(sandbox, () => session.run());
  expect(await sentBody(sandbox, () => run(command))).toEqual(body);
  session.dispose();
});

test('X33: without tryout in PATH, the command starts the installation in any folder', async () => {
  const folder = join(temporaryFolder(), `it's "mine" $HOME \`x\``);
  mkdirSync(folder);
  symlinkSync(launcher, join(folder, 'tryout.js'));
  const session = await exampleSession(sandbox, taskNamed('summarization'));
  const command = await commandOf(session, [process.execPath, join(folder, 'tryout.js')]);
  const body = await sentBody(sandbox, () => session.run());
  const env = { ...environment, PATH: '/usr/bin:/bin' };
  expect(await sentBody(sandbox, () => inShell(command, env))).toEqual(body);
  session.dispose();
});

test.each(['@notes', '-', "-it's", 'a\nb $HOME `x`', 'package.json'])(
  'a message such as %j is sent as it is, with the system prompt',
  async (text) => {
    const session = guestSession(sandbox);
    session.chooseTask('text-generation');
    session.chooseModel('sandbox/plain-assistant');
    session.changeChat({ system: '@system' });
    session.setValue('text', text);
    await expect.poll(() => session.getSnapshot().chatSupport).toBe('text');
    const command = await commandOf(session);
    const body = await sentBody(sandbox, () => session.run());
    expect(await sentBody(sandbox, () => run(command))).toEqual(body);
    session.setValue('text', 'Go on');
    expect(await commandOf(session)).toBeUndefined();
    session.dispose();
  },
);
