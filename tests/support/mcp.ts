import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import {
  CallToolResultSchema,
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ListToolsResultSchema,
  ServerNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll } from 'vitest';
import { startInProcess } from './cli-in-process.ts';
import { startCli, temporaryFolder, type CliOptions } from './cli.ts';

/** The schemas of results by the method of their request; others are only checked as JSON-RPC. */
const resultSchemas = {
  initialize: InitializeResultSchema,
  'tools/list': ListToolsResultSchema,
  'tools/call': CallToolResultSchema,
};

export interface ToolResult {
  readonly content: readonly { type: string; text?: string; data?: string; mimeType?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  /** The text block. */
  readonly text: string;
}

/** A response, as it was received. */
interface Response {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export type McpServer = ReturnType<typeof startMcpWithoutRoot>;

interface McpOptions extends CliOptions {
  /** Starts the built program, for what depends on the process. */
  readonly hasOwnProcess?: boolean;
}

/**
 * Starts `tryout mcp`, and checks every line of its standard output by the schemas of the protocol. Its folder is its root by
 * default, although it is the home folder.
 */
export function startMcp(words: readonly string[], options: McpOptions = {}) {
  const root = words.includes('--root') ? [] : ['--root', options.folder ?? temporaryFolder()];
  return startMcpWithoutRoot([...words, ...root], options);
}

/** The streams of a server in this process, named like those of a process. */
function startHere(words: readonly string[], options: CliOptions) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = startInProcess(words, { input: stdin, output: stdout, errors: stderr }, options);
  return { stdin, stdout, stderr, pid: undefined, code };
}

function startProcess(words: readonly string[], options: CliOptions) {
  const child = startCli(words, options);
  const { stdin, stdout, stderr, pid } = child;
  return { stdin, stdout, stderr, pid, code: once(child, 'close').then(([code]) => code as number | null) };
}

export function startMcpWithoutRoot(
  words: readonly string[],
  { hasOwnProcess = false, ...options }: McpOptions = {},
) {
  const child = (hasOwnProcess ? startProcess : startHere)(['mcp', ...words], options);
  const methods = new Map<unknown, string>();
  const waiting = new Map<unknown, (response: Response) => void>();
  const notifications: { method: string; params?: Record<string, unknown> }[] = [];
  const problems: string[] = [];
  let stderr = '';
  let lastId = 0;
  const transport = {
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    onerror: undefined as ((error: Error) => void) | undefined,
    start: () => Promise.resolve(),
    send(message: object): Promise<void> {
      if ('id' in message && 'method' in message) methods.set(message.id, String(message.method));
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close(): Promise<void> {
      child.stdin.end();
      return Promise.resolve();
    },
  };
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  createInterface(child.stdout).on('line', (line) => {
    try {
      const message = JSONRPCMessageSchema.parse(JSON.parse(line));
      if ('method' in message) {
        ServerNotificationSchema.parse(message);
        notifications.push(message);
      } else {
        const method = methods.get(message.id) as keyof typeof resultSchemas;
        if ('result' in message) resultSchemas[method]?.parse(message.result);
        waiting.get(message.id)?.(message as Response);
      }
      transport.onmessage?.(message);
    } catch (error) {
      problems.push(`${line.slice(0, 500)}: ${String(error)}`);
    }
  });
  const ended = child.code.then((code) => {
    transport.onclose?.();
    for (const answer of waiting.values()) answer({ error: { code: 0, message: 'The server has ended' } });
    return code;
  });

  function expectResponse(id: number | string): Promise<Response> {
    const response = new Promise<Response>((resolve) => waiting.set(id, resolve));
    return response.finally(() => waiting.delete(id));
  }

  function request(method: string, params: object = {}, id: number | string = ++lastId): Promise<Response> {
    const response = expectResponse(id);
    void transport.send({ jsonrpc: '2.0', id, method, params });
    return response;
  }

  return {
    child,
    /** For a client. */
    transport,
    /** Lines of standard output that are not valid messages. */
    problems,
    notifications,
    stderr: () => stderr,
    /** The exit code. */
    ended,
    request,
    /** The response to a request that is written by hand. */
    expectResponse,
    notify: (method: string, params: object = {}) => transport.send({ jsonrpc: '2.0', method, params }),
    async initialize(): Promise<Response> {
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const response = await request('initialize', params);
      await this.notify('notifications/initialized');
      return response;
    },
    async call(
      name: string,
      toolArguments: unknown,
      meta?: object,
      id?: number | string,
    ): Promise<ToolResult> {
      const params = { name, arguments: toolArguments, ...(meta && { _meta: meta }) };
      const { result, error } = await request('tools/call', params, id);
      if (!result) throw new Error(`${name}: ${error?.message ?? ''}`);
      const { content } = result as unknown as ToolResult;
      return { ...(result as unknown as ToolResult), text: content[0]?.text ?? '' };
    },
  };
}

/** A server that the tests of a file share, with the legacy handshake done. */
export async function sharedMcp(words: readonly string[], options: CliOptions = {}): Promise<McpServer> {
  const server = startMcp(words, options);
  afterAll(async () => {
    server.child.stdin.end();
    await server.ended;
  });
  await server.initialize();
  return server;
}
