import { run, snippetsOf, type Connection, type InferenceRequest, type RunResult } from '@tryout/engine';
import { expect } from 'vitest';
import { connectionTo } from '../../support/ask.ts';
import { recordingSandbox, type RecordingSandbox } from '../../support/recording-sandbox.ts';
import type { CommandResult } from '../../support/cli.ts';
import { runCode } from './run-code.ts';
import { essenceOf } from './same-request.ts';

/** A sandbox on which runs and their code are compared. */
export interface ProvingGround {
  readonly sandbox: RecordingSandbox;
  readonly connection: Connection;
  /** Sends a request as a run does, and gives what reached the server beside the result. */
  send(request: InferenceRequest): Promise<{ readonly essence: object; readonly result: RunResult }>;
  /** The same where the answer does not matter, and may be a failure. */
  sendOnly(request: InferenceRequest): Promise<object>;
  /** Runs the request's code for one client, and gives what reached the server beside what it printed. */
  runCodeOf(
    request: InferenceRequest,
    client: string,
    folder: string,
  ): Promise<{ readonly essence: object; readonly ended: CommandResult }>;
  /** The same of code that is to be refused: a server may answer before it has read what is asked. */
  endOfCodeOf(
    request: InferenceRequest,
    client: string,
    folder: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<CommandResult>;
}

/** For the tests of one file, which go one after another. */
export async function provingGround(): Promise<ProvingGround> {
  const sandbox = await recordingSandbox();
  const connection = connectionTo(sandbox);
  const firstPost = async () => {
    const post = sandbox.requests.find(({ method }) => method === 'POST');
    if (post === undefined) throw new Error('nothing was sent');
    return essenceOf(post);
  };
  const endOfCodeOf: ProvingGround['endOfCodeOf'] = async (request, client, folder, environment = {}) => {
    sandbox.forget();
    const { snippets, missing } = snippetsOf(request, connection, { clients: [client] });
    const [snippet] = snippets;
    expect({ missing, count: snippets.length }).toEqual({ missing: [], count: 1 });
    if (!snippet) throw new Error(`there is no code for ${client}`);
    return runCode(snippet.language, snippet.code, { folder, environment });
  };
  return {
    sandbox,
    connection,
    async send(request) {
      sandbox.forget();
      const result = await run(connection, request);
      return { essence: await firstPost(), result };
    },
    async sendOnly(request) {
      sandbox.forget();
      await run(connection, request).catch(() => undefined);
      return firstPost();
    },
    async runCodeOf(request, client, folder) {
      const ended = await endOfCodeOf(request, client, folder);
      return { essence: await firstPost(), ended };
    },
    endOfCodeOf,
  };
}
