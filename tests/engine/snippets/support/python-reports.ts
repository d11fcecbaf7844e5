import type { ServerResponse } from 'node:http';
import {
  buildRequest,
  findRoute,
  run,
  createSnippets,
  type Connection,
  type InferenceRequest,
} from '@tryout/engine';
import { connectionTo } from '../../../support/ask.ts';
import { sendJson, serve, type ReceivedRequest } from '../../../support/loopback.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../../support/process.ts';
import type { SnippetCase } from './snippet-case.ts';
import { exampleInputs } from './example-inputs.ts';
import { sendOddStream } from './odd-stream.ts';
import { asHub } from './hub-connection.ts';
import { runPython, type PythonRun, type Recorders } from './run-python.ts';
import { normalizeRequest } from './normalize-request.ts';

export interface SnippetReport {
  readonly snippetCase: SnippetCase;
  readonly folder: string;
  /** What the run sent and returned; only set if the code is run. */
  readonly sent?: object;
  readonly value?: unknown;
  /** Why there is no code. */
  readonly reason?: string;
  readonly code?: string;
  /** The result of the code; only set with a Python that has the libraries. */
  readonly ran?: PythonRun;
}

/** Runs each case as a request and, if possible, as code, with all code in one Python process. */
export async function reportsOf(
  cases: readonly SnippetCase[],
  program: string | undefined,
): Promise<ReadonlyMap<string, SnippetReport>> {
  const recorders = { sandbox: await recordingSandbox(), elsewhere: await serve(answerAnything) };
  const reports: SnippetReport[] = [];
  for (const snippetCase of cases)
    reports.push(await prepared(snippetCase, recorders, program !== undefined));
  const pieces = reports.flatMap(({ code, folder }) => (code === undefined ? [] : [{ code, folder }]));
  const runs = program === undefined ? [] : await runPython(program, recorders, pieces);
  return new Map(
    reports.map((report) => {
      const ran = report.code === undefined ? undefined : runs.shift();
      return [report.snippetCase.name, ran === undefined ? report : { ...report, ran }];
    }),
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
  snippetCase: SnippetCase,
  recorders: Recorders,
  isRun: boolean,
): Promise<SnippetReport> {
  const { sandbox, elsewhere } = recorders;
  const { task, client, place, options, destination, sendToken = false } = snippetCase;
  const own = connectionTo(sandbox);
  const at: Connection = { ...(place === 'at the Hub' ? asHub(own) : own), sendToken };
  const folder = temporaryFolder();
  const { model, values } = await exampleInputs(own, task, folder);
  const path = destination?.endpointUrl;
  const there =
    path === undefined ? { model, ...destination } : { ...destination, endpointUrl: elsewhere.url + path };
  const route = await findRoute(at, task, there);
  const request = await buildRequest(task, route, { ...values, ...snippetCase.values }, options);
  const { snippets, missing } = createSnippets(request, at, { languages: ['python'], clients: [client] });
  const [snippet] = snippets;
  const [left] = missing;
  return {
    snippetCase,
    folder,
    ...(left === undefined ? {} : { reason: left.reason }),
    ...(snippet === undefined ? {} : { code: snippet.code }),
    ...(snippet === undefined || !isRun ? {} : await ranBy(at, request, recorders)),
  };
}

/** What a run sends and, on success, returns. */
async function ranBy(
  at: Connection,
  request: InferenceRequest,
  { sandbox, elsewhere }: Recorders,
): Promise<{ readonly sent: object; readonly value: unknown }> {
  sandbox.forget();
  elsewhere.received.splice(0);
  const value = await run(at, request).then(
    (result) => result.value,
    () => undefined,
  );
  const post = [...sandbox.requests, ...elsewhere.received].find(({ method }) => method === 'POST');
  if (!post) throw new Error('the run has sent nothing');
  return { sent: await normalizeRequest(post), value };
}
