import { createSession, memoryTokenStore, type Session, type Task } from '@tryout/engine';
import { expect } from 'vitest';
import { connectionTo, exampleOf } from './ask.ts';
import type { RecordingSandbox } from './recording-sandbox.ts';

/** A session of the sandbox's guest. */
export function guestSession(sandbox: RecordingSandbox): Session {
  const store = memoryTokenStore();
  return createSession({ connect: () => connectionTo(sandbox), store, token: 'hf_sandbox' });
}

/** A session with the first example of the task's default model filled in, and a few parameters. */
export async function exampleSession(sandbox: RecordingSandbox, task: Task): Promise<Session> {
  const session = guestSession(sandbox);
  const connection = session.connection();
  const { model, values } = await exampleOf(connection, task.id);
  session.chooseTask(task.id);
  session.chooseModel(model);
  session.fillExample(values);
  session.setParameters({ seed: '7', exponent: '1e1', quoted: '"yes"', list: '["a", 1]' });
  session.setChoices({ billTo: 'some-org' });
  await expect.poll(() => session.getSnapshot().chatSupport).toBeDefined();
  return session;
}

/** The path and body of the request that a model received in some work. */
export async function sentBody(sandbox: RecordingSandbox, work: () => Promise<unknown>): Promise<Buffer> {
  sandbox.forget();
  await work();
  const [sent] = sandbox.requests.filter(({ method }) => method === 'POST');
  return Buffer.concat([Buffer.from(`${sent?.url}\n`), sent?.body ?? Buffer.from('nothing')]);
}
