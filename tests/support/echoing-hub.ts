import type { ServerResponse } from 'node:http';
import { fakeHub, hubModel, type FakeHub } from './fake-hub.ts';
import type { ReceivedRequest, RequestHandler } from './loopback.ts';

/** A token with all special characters that tokens may contain. */
export const ECHOED_TOKEN = 'hf_canary/HIDDEN+tail~x.y-z_w==';

/** Matches any part of the token, in any encoding that {@link echoingHub} uses. */
export const LEAK = /canary|HIDDEN|tail~|u0048/;

/** Writes every character as a JSON escape. */
const escaped = (text: string) =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const classifiers = ['echo/result', 'echo/error', 'echo/wrong'].map((id) => hubModel(id));
const chats = ['echo/stream', 'echo/cut'].map((id) =>
  hubModel(id, { task: 'text-generation', serves: 'conversational' }),
);

/**
 * A hub and inference host that echoes the token, escaped, in every response. The models `echo/result`, `echo/error` and
 * `echo/wrong` classify texts; `echo/stream` and `echo/cut` are chats that split the token over several events; the
 * stream of `echo/cut` ends before its last character.
 */
export function echoingHub(): Promise<FakeHub> {
  const models = [...classifiers, ...chats];
  return fakeHub({
    models,
    whoami: echo((token) => ({ name: `I am ${token}`, orgs: [] })),
    listing: echo(() => models),
    inference: (received, response) => inferenceOf(received)(received, response),
  });
}

/** Answers with a value and headers that contain the token. */
function echo(valueOf: (token: string) => object, status = 200): RequestHandler {
  return (received, response) => {
    const token = tokenOf(received);
    const body = JSON.stringify(valueOf(token)).replaceAll(token, escaped(token));
    const headers = { 'x-request-id': token, 'x-inference-provider': token };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
}

function inferenceOf(received: ReceivedRequest): RequestHandler {
  const model = modelOf(received);
  if (model === 'echo/error') return echo((token) => ({ error: `Bad credentials ${token}` }), 400);
  if (model === 'echo/wrong') return echo((token) => [{ label: 'A', score: token }]);
  if (model === 'echo/result')
    return echo((token) => [{ label: `You are ${token}`, score: 0.5, [token]: token }]);
  if (!received.body.includes('"stream":true'))
    return echo((token) => completion(`You are ${token}, I think.`));
  return (_received, response) => stream(response, tokenOf(received), model === 'echo/cut');
}

const tokenOf = ({ headers }: ReceivedRequest) => headers.authorization?.replace('Bearer ', '') ?? 'nobody';

function completion(content: string) {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  return { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
}

function modelOf({ url, body }: ReceivedRequest): string {
  return /echo\/\w+/.exec(url)?.[0] ?? /echo\/\w+/.exec(body.toString())?.[0] ?? '';
}

function stream(response: ServerResponse, token: string, isCut: boolean): void {
  const word = (content: string, reason = 'null') =>
    response.write(
      `data: {"choices":[{"delta":{"content":"${escaped(content)}"},"finish_reason":${reason}}]}\n\n`,
    );
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'x-inference-provider': token });
  word('You are ');
  for (const character of token.slice(0, -1)) word(character);
  if (isCut) return void response.end();
  word(token.slice(-1));
  word(', I think.', '"stop"');
  response.end('data: [DONE]\n\n');
}
