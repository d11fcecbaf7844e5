import { Client } from '@modelcontextprotocol/client';
import { Client as ClientOfSdk1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as TransportOfSdk1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { encode as encodeForGpt4 } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/cli.ts';
import { sharedMcp, startMcp } from '../../support/mcp.ts';

const info = { name: 'test', version: '1' };
const names = ['find_task', 'find_models', 'describe_task', 'run', 'compare'];
const sentiment = {
  name: 'run',
  arguments: { task: 'sentiment', inputs: { text: 'a lovely day' } },
};

/** What both generations of clients have in common. */
interface AnyClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: typeof sentiment): Promise<unknown>;
  close(): Promise<void>;
}

const createClient = (mode: 'legacy' | 'auto' | { pin: string }) => () =>
  new Client(info, { versionNegotiation: { mode } }) as unknown as AnyClient;

const listAndCall = async (_name: string, create: () => AnyClient) => {
  const server = startMcp(['--sandbox'], { hasOwnProcess: true });
  const client = create();
  await client.connect(server.transport as unknown as TransportOfSdk1);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
  const result = await client.callTool(sentiment);
  expect(result).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('POSITIVE') }] });
  await client.close();
  expect(await server.ended).toBe(0);
  expect(server.problems).toEqual([]);
  expect(server.stderr()).toBe('');
};

const TITLE = '%s lists and calls tools, and ends the server';

test.each([
  ['client 2', createClient('auto')],
  ['SDK 1', () => new ClientOfSdk1(info) as unknown as AnyClient],
])(TITLE, listAndCall);

test.each([
  ['client 2, legacy', createClient('legacy')],
  ['client 2, pinned', createClient({ pin: '2026-07-28' })],
])(TITLE, { tags: ['nightly'] }, listAndCall);

describe('a session', async () => {
  const server = await sharedMcp(['--sandbox'], { folder: temporaryFolder() });

  test('offers another version than an unknown one', async () => {
    const other = startMcp(['--sandbox']);
    const params = { protocolVersion: '2031-01-01', capabilities: {}, clientInfo: info };
    const { result } = await other.request('initialize', params);
    expect(result).toMatchObject({ protocolVersion: expect.stringMatching(/^202\d-/) });
    other.child.stdin.end();
    expect(await other.ended).toBe(0);
  });

  test('tools/list has descriptions of one sentence and at most 2,000 tokens', async () => {
    const { result = {} } = await server.request('tools/list');
    const text = JSON.stringify(result);
    expect(encode(text).length).toBeLessThanOrEqual(2000);
    expect(encodeForGpt4(text).length).toBeLessThanOrEqual(2000);
    const tools = result['tools'] as {
      name: string;
      description: string;
      inputSchema: { properties: Record<string, { description: string }> };
      outputSchema?: object;
      annotations: { readOnlyHint: boolean };
    }[];
    for (const { description, inputSchema } of tools)
      for (const sentence of [
        description,
        ...Object.values(inputSchema.properties).map((each) => each.description),
      ])
        expect(sentence).toMatch(/^[A-Z][^.]*\.$/);
    expect(tools.map(({ outputSchema }) => outputSchema !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(tools.map(({ annotations }) => annotations.readOnlyHint)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('100 calls at once keep their ids', async () => {
    const model = 'sandbox/plain-assistant';
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const inputs = { text: `What is ${index} + 1000?` };
      const { text } = await server.call('run', { task: 'chat', model, inputs }, undefined, `call-${index}`);
      return text.includes(` = ${index + 1000}"`);
    });
    expect(await Promise.all(calls)).toEqual(Array<boolean>(100).fill(true));
  });

  test('reports progress for a progressToken only', async () => {
    server.notifications.splice(0);
    await server.call('run', sentiment.arguments);
    expect(server.notifications).toEqual([]);
    await server.call('run', sentiment.arguments, { progressToken: 'abc' });
    expect(server.notifications.length).toBeGreaterThan(0);
    for (const { method, params } of server.notifications)
      expect([method, params]).toEqual([
        'notifications/progress',
        {
          progressToken: 'abc',
          progress: expect.any(Number) as number,
          message: expect.any(String) as string,
        },
      ]);
  });

  test('survives lines that are not messages', async () => {
    server.child.stdin.write('\nnot JSON\n{"jsonrpc":"2.0"}\n[1,2]\n"text"\n');
    const { error } = await server.request('tools/call', { name: 'rm', arguments: {} });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('find_task') as string });
    expect((await server.call('run', sentiment.arguments)).text).toContain('POSITIVE');
  });

  test('wrote nothing but messages to standard output', () => {
    expect(server.problems).toEqual([]);
  });
});

test('a session of hundreds of calls does not grow', { tags: ['nightly'] }, async () => {
  const environment = { NODE_OPTIONS: '--expose-gc' };
  const server = startMcp(['--sandbox', '--no-history'], { hasOwnProcess: true, environment });
  await server.initialize();
  const memory = async (calls: number) => {
    for (let done = 0; done < calls; done += 25)
      await Promise.all(Array.from({ length: 25 }, () => server.call('run', sentiment.arguments)));
    return residentBytes(server.child.pid!);
  };
  await memory(100);
  const before = await memory(50);
  expect((await memory(150)) / before).toBeLessThan(1.5);
  server.child.stdin.end();
  expect(await server.ended).toBe(0);
});

async function residentBytes(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmRSS: 1 kB');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}
