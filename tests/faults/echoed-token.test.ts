import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildRequest,
  defaultDeadlines,
  parseParameters,
  run,
  taskNamed,
  type Connection,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';

const TOKEN = 'hf_canary.SECRET-tail.x';
let url: string;
const server = createServer((request, response) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const isChat = request.url?.includes('chat');
  const type = isChat ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type, 'x-inference-provider': token, 'x-request-id': token });
  const chunk = { choices: [{ delta: { content: token }, finish_reason: 'stop' }] };
  response.end(
    isChat
      ? `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
      : JSON.stringify([{ label: token, score: 1 }]),
  );
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

async function ask(task: string, path: string, conversation: boolean) {
  const connection: Connection = {
    transport: nodeTransport({ environment: {}, userAgent: 'test' }),
    hubUrl: url,
    inferenceUrl: url,
    deadlines: defaultDeadlines,
    token: TOKEN,
  };
  const route = { kind: 'endpoint', url: url + path, conversation } as const;
  const request = await buildRequest(taskNamed(task), route, { text: 'hello' });
  const texts: string[] = [];
  const result = await run(connection, request, {
    onEvent: (event) => event.type === 'text' && texts.push(event.text),
  });
  return JSON.stringify({ ...result, texts });
}

test('F9: an echo of the token in an answer, in a stream or in a header of a success never comes through', async () => {
  for (const told of [
    await ask('text-classification', '/', false),
    await ask('text-generation', '/v1/chat/completions', true),
  ]) {
    expect(told).toContain('hf_***');
    expect(told).not.toMatch(/canary|SECRET/);
  }
});

test('what belongs to the request cannot be slipped in as a parameter', () => {
  for (const name of ['candidate_labels', 'model', 'inputs', 'messages', 'stream', 'inputs.image']) {
    expect(() => parseParameters([], { [name]: 'x' })).toThrow(
      `${name} is not a parameter but a part of the request`,
    );
  }
});
