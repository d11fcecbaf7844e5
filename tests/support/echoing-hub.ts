import type { ServerResponse } from 'node:http';
import { sendJson, serve, type LoopbackServer, type ReceivedRequest } from './loopback.ts';

/** A token with all special characters that tokens may contain. */
export const ECHOED_TOKEN = 'hf_canary/HIDDEN+tail~x.y-z_w==';

/** Matches any part of the token, in any encoding that {@link echoingHub} uses. */
export const LEAK = /canary|HIDDEN|tail~|u0048/;

/** Writes every character as a JSON escape. */
const escaped = (text: string) =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const tasks: Record<string, string> = { 'echo/stream': 'text-generation', 'echo/cut': 'text-generation' };

/**
 * A hub and inference host that echoes the token, escaped, in every response. The models `echo/result`, `echo/error` and
 * `echo/wrong` classify texts; `echo/stream` and `echo/cut` are chats that split the token over several events; the
 * stream of `echo/cut` ends before its last character.
 */
export function echoingHub(): Promise<LoopbackServer> {
  return serve((received, response) => {
    const token = received.headers.authorization?.replace('Bearer ', '') ?? 'nobody';
    const model = modelOf(received);
    const { pathname } = new URL(received.url, 'http://hub');
    const send = (value: unknown, status = 200) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          'x-request-id': token,
          'x-inference-provider': token,
        })
        .end(JSON.stringify(value).replaceAll(token, escaped(token)));
    if (pathname === '/api/whoami-v2') return send({ name: `I am ${token}`, orgs: [] });
    if (pathname === '/api/models') return send([{ id: 'echo/result', pipeline_tag: 'text-classification' }]);
    if (pathname.startsWith('/api/models/')) return sendJson(response, modelAnswer(pathname.slice(12)));
    if (model === 'echo/error') return send({ error: `Bad credentials ${token}` }, 400);
    if (model === 'echo/wrong') return send([{ label: 'A', score: token }]);
    if (model === 'echo/result') return send([{ label: `You are ${token}`, score: 0.5, [token]: token }]);
    if (!received.body.includes('"stream":true')) return send(completion(`You are ${token}, I think.`));
    return stream(response, token, model === 'echo/cut');
  });
}

function modelAnswer(id: string) {
  const task = tasks[id] ?? 'text-classification';
  const served = { providerId: id, status: 'live', task: tasks[id] ? 'conversational' : task };
  return { id, pipeline_tag: task, inferenceProviderMapping: { 'hf-inference': served } };
}

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
