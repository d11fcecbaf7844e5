import {
  buildRequest,
  findRoute,
  run,
  createSnippets,
  type Connection,
  type InferenceRequest,
  type RunResult,
} from '@tryout/engine';
import { connectionTo } from '../../../support/ask.ts';
import { recordingSandbox, type RecordingSandbox } from '../../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../../support/process.ts';
import type { SnippetCase } from './snippet-case.ts';
import { exampleInputs } from './example-inputs.ts';
import { asHub } from './hub-connection.ts';
import { runModules, type ModuleRun } from './run-modules.ts';
import { normalizeRequest } from './normalize-request.ts';

export interface SnippetReport {
  readonly snippetCase: SnippetCase;
  readonly folder: string;
  /** What the run sent and returned. */
  readonly sent: object;
  readonly result: RunResult;
  /** Why there is no code; undefined if it was run. */
  readonly reason?: string;
  readonly code?: string;
  readonly ran?: ModuleRun;
}

/** Runs each case as a request and as code, with all code in one Node process. */
export async function reportsOf(cases: readonly SnippetCase[]): Promise<ReadonlyMap<string, SnippetReport>> {
  const sandbox = await recordingSandbox();
  const reports: SnippetReport[] = [];
  const runs = new Map<string, Promise<Sent>>();
  for (const snippetCase of cases) reports.push(await prepared(snippetCase, sandbox, runs));
  const ran = await runModules(
    sandbox,
    reports.flatMap(({ code, folder }) => (code === undefined ? [] : [{ code, folder }])),
  );
  const complete = reports.map((report) =>
    report.code === undefined ? report : { ...report, ran: ran.shift() },
  );
  return new Map(complete.map((report) => [report.snippetCase.name, report as SnippetReport]));
}

interface Sent {
  readonly sent: object;
  readonly result: RunResult;
}

async function prepared(
  snippetCase: SnippetCase,
  sandbox: RecordingSandbox,
  runs: Map<string, Promise<Sent>>,
): Promise<SnippetReport> {
  const { task, client, place, options, destination } = snippetCase;
  const connection = connectionTo(sandbox);
  const folder = temporaryFolder();
  const example = await exampleInputs(connection, task, folder);
  const values = { ...example.values, ...snippetCase.values };
  const requestAt = async (at: Connection) =>
    buildRequest(task, await findRoute(at, task, { model: example.model, ...destination }), values, options);
  // Target and client only concern the code.
  const same = JSON.stringify([task.id, options, destination, snippetCase.values]);
  const sent = runs.get(same) ?? sendTo(sandbox, await requestAt(connection));
  runs.set(same, sent);
  const at = place === 'at the Hub' ? asHub(connection) : connection;
  const { snippets, missing } = createSnippets(await requestAt(at), at, {
    languages: ['js'],
    clients: [client],
  });
  return {
    snippetCase,
    folder,
    ...(await sent),
    ...(missing[0] === undefined ? {} : { reason: missing[0].reason }),
    ...(snippets[0] === undefined ? {} : { code: snippets[0].code }),
  };
}

async function sendTo(sandbox: RecordingSandbox, request: InferenceRequest): Promise<Sent> {
  sandbox.forget();
  const result = await run(connectionTo(sandbox), request);
  const post = sandbox.requests.find(({ method }) => method === 'POST');
  if (!post) throw new Error(`the run of ${request.run.task} has sent nothing`);
  return { sent: await normalizeRequest(post), result };
}
