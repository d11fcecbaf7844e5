import { createSnippets, type Connection, type InferenceRequest, type RunResult } from '@tryout/engine';
import { expect } from 'vitest';
import { connectionTo, runRequest } from '../../../support/ask.ts';
import { recordingSandbox, type RecordingSandbox } from '../../../support/recording-sandbox.ts';
import { runCode, type CodeOptions, type CodeResult } from './run-code.ts';
import { normalizeRequest } from './normalize-request.ts';

/** A sandbox that compares runs with their code. */
export interface SnippetRunner {
  readonly sandbox: RecordingSandbox;
  readonly connection: Connection;
  /** Runs the request; returns the request that the server received and the result. */
  send(request: InferenceRequest): Promise<{ readonly normalized: object; readonly result: RunResult }>;
  /** Like `send`, but ignores the result, which may be an error. */
  sendOnly(request: InferenceRequest): Promise<object>;
  /** Runs the code for one client; returns the request that the server received and the output. */
  runCodeOf(
    request: InferenceRequest,
    client: string,
    folder: string,
  ): Promise<{ readonly normalized: object; readonly ended: CodeResult }>;
  /** Like `runCodeOf`, in a process of its own, for code that is rejected: the server may respond before reading the body. */
  endOfCodeOf(
    request: InferenceRequest,
    client: string,
    folder: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<CodeResult>;
}

/** For tests of one file, which run in sequence. */
export async function startSnippetRunner(): Promise<SnippetRunner> {
  const sandbox = await recordingSandbox();
  const connection = connectionTo(sandbox);
  const firstPost = async () => {
    const post = sandbox.requests.find(({ method }) => method === 'POST');
    if (post === undefined) throw new Error('nothing was sent');
    return normalizeRequest(post);
  };
  const endOf = async (request: InferenceRequest, client: string, options: CodeOptions) => {
    sandbox.forget();
    const { snippets, missing } = createSnippets(request, connection, { clients: [client] });
    const [snippet] = snippets;
    expect({ missing, count: snippets.length }).toEqual({ missing: [], count: 1 });
    if (!snippet) throw new Error(`no ${client} snippet`);
    return runCode(snippet.language, snippet.code, options);
  };
  return {
    sandbox,
    connection,
    async send(request) {
      sandbox.forget();
      const result = await runRequest(connection, request);
      return { normalized: await firstPost(), result };
    },
    async sendOnly(request) {
      sandbox.forget();
      await runRequest(connection, request).catch(() => undefined);
      return firstPost();
    },
    async runCodeOf(request, client, folder) {
      const ended = await endOf(request, client, { folder });
      return { normalized: await firstPost(), ended };
    },
    endOfCodeOf: (request, client, folder, environment = {}) =>
      endOf(request, client, { folder, environment, alone: true }),
  };
}
