import type { ServerResponse } from 'node:http';
import {
  buildRequest,
  findRoute,
  run,
  snippetsOf,
  type Connection,
  type InferenceRequest,
} from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { sendJson, serve, type ReceivedRequest } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../support/process.ts';
import type { Claim } from './claim.ts';
import { exampleInputs } from './example-inputs.ts';
import { sendOddStream } from './odd-stream.ts';
import { asHub } from './hub-connection.ts';
import { runPieces, type PieceRun, type Recorders } from './run-pieces.ts';
import { essenceOf } from './same-request.ts';

/** What came of a claim. */
export interface Proof {
  readonly claim: Claim;
  readonly folder: string;
  /** What the run sent, and its answer where it got one; there if the code is run as well. */
  readonly sent?: object;
  readonly value?: unknown;
  /** Why there is no code; else it is there. */
  readonly reason?: string;
  readonly code?: string;
  /** What the code did, where a Python with the libraries was given. */
  readonly ran?: PieceRun;
}

/** Runs each claim's request and, if there is a Python with the libraries, its code, all code in one process. */
export async function proofsOf(
  claims: readonly Claim[],
  program: string | undefined,
): Promise<ReadonlyMap<string, Proof>> {
  const recorders = { sandbox: await recordingSandbox(), elsewhere: await serve(answerAnything) };
  const proofs: Proof[] = [];
  for (const claim of claims) proofs.push(await prepared(claim, recorders, program !== undefined));
  const pieces = proofs.flatMap(({ code, folder }) => (code === undefined ? [] : [{ code, folder }]));
  const runs = program === undefined ? [] : await runPieces(program, recorders, pieces);
  return new Map(
    proofs.map((proof) => {
      const ran = proof.code === undefined ? undefined : runs.shift();
      return [proof.claim.name, ran === undefined ? proof : { ...proof, ran }];
    }),
  );
}

/** A chat where a chat is asked for, a failure where that is wanted, else an empty list. */
function answerAnything({ body, url }: ReceivedRequest, response: ServerResponse): void {
  if (url.startsWith('/failing/')) return sendJson(response, { error: 'Out of order.' }, 500);
  if (!url.includes('/chat/completions')) return sendJson(response, []);
  const { stream } = JSON.parse(body.toString()) as { stream: boolean };
  if (stream) return sendOddStream(response);
  const message = { role: 'assistant', content: 'A tree.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  sendJson(response, { id: 'chat', created: 1, model: 'tree', choices });
}

async function prepared(claim: Claim, recorders: Recorders, isRun: boolean): Promise<Proof> {
  const { sandbox, elsewhere } = recorders;
  const { task, client, place, options, destination, sendToken = false } = claim;
  const own = connectionTo(sandbox);
  const at: Connection = { ...(place === 'at the Hub' ? asHub(own) : own), sendToken };
  const folder = temporaryFolder();
  const { model, values } = await exampleInputs(own, task, folder);
  const path = destination?.endpointUrl;
  const there =
    path === undefined ? { model, ...destination } : { ...destination, endpointUrl: elsewhere.url + path };
  const route = await findRoute(at, task, there);
  const request = await buildRequest(task, route, { ...values, ...claim.values }, options);
  const { snippets, missing } = snippetsOf(request, at, { languages: ['python'], clients: [client] });
  const [snippet] = snippets;
  const [left] = missing;
  return {
    claim,
    folder,
    ...(left === undefined ? {} : { reason: left.reason }),
    ...(snippet === undefined ? {} : { code: snippet.code }),
    ...(snippet === undefined || !isRun ? {} : await ranBy(at, request, recorders)),
  };
}

/** What a run sends, and its answer where it gets one. */
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
  return { sent: await essenceOf(post), value };
}
