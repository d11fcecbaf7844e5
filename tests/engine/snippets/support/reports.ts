import type { ServerResponse } from 'node:http';
import { createSnippets, taskNamed, type Connection, type Place, type Values } from '@tryout/engine';
import { connectionTo, requestFor, runRequest, type RunOptions } from '../../../support/ask.ts';
import { sendJson, serve, type ReceivedRequest } from '../../../support/loopback.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { exampleInputs } from './example-inputs.ts';
import { asHub } from './hub-connection.ts';
import { normalizeRequest, withoutEmptyParameters } from './normalize-request.ts';
import { sendOddStream } from './odd-stream.ts';
import type { LibraryRun, Piece, Recorders } from './run-modules.ts';

/** The code uses the URL of the sandbox, or the Hub's URL, which is redirected to the sandbox. */
export const targets = ['at the sandbox', 'at the Hub'] as const;

/** A run to compare with its code for one library. */
export interface SnippetCase {
  readonly name: string;
  readonly task: string;
  readonly client: string;
  /** The Hub's URL by default. */
  readonly place?: (typeof targets)[number];
  /** An endpoint is a path on a server other than the Hub. */
  readonly destination?: Place;
  /** Overrides the values of the model's first example. */
  readonly values?: Values;
  readonly options?: RunOptions;
  readonly sendToken?: boolean;
}

export interface SnippetReport {
  readonly snippetCase: SnippetCase;
  readonly folder: string;
  /** What the run sent and, on success, returned. */
  readonly sent: object;
  readonly value?: unknown;
  /** Why there is no code. */
  readonly reason: string | undefined;
  readonly code: string | undefined;
  /** Undefined where the code was not run. */
  readonly ran?: LibraryRun | undefined;
}

type Runner = (recorders: Recorders, pieces: readonly Piece[]) => Promise<LibraryRun[]>;

/** Runs each case as a request and, with a runner, as code, with all code in one process. */
export async function reportsOf(
  language: 'js' | 'python',
  cases: readonly SnippetCase[],
  run: Runner | undefined,
): Promise<ReadonlyMap<string, SnippetReport>> {
  const recorders = { sandbox: await recordingSandbox(), elsewhere: await serve(answerAnything) };
  const reports: SnippetReport[] = [];
  for (const snippetCase of cases) reports.push(await prepared(language, snippetCase, recorders));
  const pieces = reports.flatMap(({ code, folder }) => (code === undefined ? [] : [{ code, folder }]));
  const runs = (await run?.(recorders, pieces)) ?? [];
  return new Map(
    reports.map((report) => [
      report.snippetCase.name,
      report.code === undefined ? report : { ...report, ran: runs.shift() },
    ]),
  );
}

/** Replies to chats with a chat, to failing URLs with an error and otherwise with an empty list. */
function answerAnything({ body, url }: ReceivedRequest, response: ServerResponse): void {
  if (url.startsWith('/failing/')) return sendJson(response, { error: 'Out of order.' }, 500);
  if (!url.includes('/chat/completions')) return sendJson(response, []);
  const { stream } = JSON.parse(body.toString()) as { stream: boolean };
  if (stream) return sendOddStream(response);
  const message = { role: 'assistant', content: 'A tree.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  sendJson(response, { id: 'chat', created: 1, model: 'tree', choices });
}

async function prepared(
  language: 'js' | 'python',
  snippetCase: SnippetCase,
  { sandbox, elsewhere }: Recorders,
): Promise<SnippetReport> {
  const { task, client, place, options, destination, sendToken = false } = snippetCase;
  const own = connectionTo(sandbox);
  const at: Connection = { ...(place === 'at the sandbox' ? own : asHub(own)), sendToken };
  const folder = temporaryFolder();
  const { model, values } = await exampleInputs(own, taskNamed(task), folder);
  const path = destination?.endpointUrl;
  const there =
    path === undefined ? { model, ...destination } : { ...destination, endpointUrl: elsewhere.url + path };
  const request = await requestFor(at, task, there, { ...values, ...snippetCase.values }, options);
  const { snippets, missing } = createSnippets(request, at, { languages: [language], clients: [client] });
  sandbox.forget();
  elsewhere.received.splice(0);
  const value = await runRequest(at, request).then(
    (result) => result.value,
    () => undefined,
  );
  const post = [...sandbox.requests, ...elsewhere.received].find(({ method }) => method === 'POST');
  if (!post) throw new Error(`the run of ${task} has sent nothing`);
  const sent = withoutEmptyParameters(await normalizeRequest(post));
  return { snippetCase, folder, sent, value, reason: missing[0]?.reason, code: snippets[0]?.code };
}
