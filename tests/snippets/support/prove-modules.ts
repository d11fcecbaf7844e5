import {
  buildRequest,
  findRoute,
  run,
  snippetsOf,
  type Connection,
  type InferenceRequest,
  type RunResult,
} from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { recordingSandbox, type RecordingSandbox } from '../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../support/process.ts';
import type { Claim } from './claim.ts';
import { exampleInputs } from './example-inputs.ts';
import { asHub } from './hub-connection.ts';
import { runModules, type ModuleRun } from './run-modules.ts';
import { essenceOf } from './same-request.ts';

/** What came of a claim. */
export interface Proof {
  readonly claim: Claim;
  readonly folder: string;
  /** What the run sent, and its result. */
  readonly sent: object;
  readonly result: RunResult;
  /** Why there is no code; else it is there and was run. */
  readonly reason?: string;
  readonly code?: string;
  readonly ran?: ModuleRun;
}

/** Runs each claim's request and its code, all code in one Node. */
export async function proofsOf(claims: readonly Claim[]): Promise<ReadonlyMap<string, Proof>> {
  const sandbox = await recordingSandbox();
  const proofs: Proof[] = [];
  const runs = new Map<string, Promise<Sent>>();
  for (const claim of claims) proofs.push(await prepared(claim, sandbox, runs));
  const ran = await runModules(
    sandbox,
    proofs.flatMap(({ code, folder }) => (code === undefined ? [] : [{ code, folder }])),
  );
  const complete = proofs.map((proof) => (proof.code === undefined ? proof : { ...proof, ran: ran.shift() }));
  return new Map(complete.map((proof) => [proof.claim.name, proof as Proof]));
}

interface Sent {
  readonly sent: object;
  readonly result: RunResult;
}

async function prepared(
  claim: Claim,
  sandbox: RecordingSandbox,
  runs: Map<string, Promise<Sent>>,
): Promise<Proof> {
  const { task, client, place, options, destination } = claim;
  const connection = connectionTo(sandbox);
  const folder = temporaryFolder();
  const example = await exampleInputs(connection, task, folder);
  const values = { ...example.values, ...claim.values };
  const requestAt = async (at: Connection) =>
    buildRequest(task, await findRoute(at, task, { model: example.model, ...destination }), values, options);
  // The place and the client are the code's matter, not the run's.
  const same = JSON.stringify([task.id, options, destination, claim.values]);
  const sent = runs.get(same) ?? sendTo(sandbox, await requestAt(connection));
  runs.set(same, sent);
  const at = place === 'at the Hub' ? asHub(connection) : connection;
  const { snippets, missing } = snippetsOf(await requestAt(at), at, { languages: ['js'], clients: [client] });
  return {
    claim,
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
  if (!post) throw new Error(`the run of ${request.task} has sent nothing`);
  return { sent: await essenceOf(post), result };
}
