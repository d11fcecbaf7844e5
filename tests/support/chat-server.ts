import type { ServerResponse } from 'node:http';
import { serve, type LoopbackServer } from './loopback.ts';
import { chooseEndpoint, openPicker, unreachableHub } from './open-picker.ts';
import type { TerminalOptions, TerminalSession } from './pseudo-terminal.ts';

/** A chat server whose answers the test streams step by step. */
export interface ChatServer extends LoopbackServer {
  readonly address: string;
  /** Streams a piece of text in the latest answer. */
  say(text: string): Promise<void>;
  /** Streams a delta in the latest answer. */
  send(delta: object): Promise<void>;
  /** Streams choices in the latest answer. */
  choose(choices: readonly object[]): Promise<void>;
  /** Completes the latest answer. */
  finish(reason?: string): Promise<void>;
  /** Cuts the connection of the latest answer. */
  cut(): Promise<void>;
}

export async function chatServer(): Promise<ChatServer> {
  const responses: ServerResponse[] = [];
  let resolveStarted: () => void = () => undefined;
  let started: Promise<void>;
  const expectAnswer = () => {
    started = new Promise((resolve) => (resolveStarted = resolve));
  };
  expectAnswer();
  const server = await serve((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    responses.push(response);
    resolveStarted();
  });
  const latest = async () => {
    await started;
    return responses.at(-1)!;
  };
  const event = (delta: object, reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  return {
    ...server,
    address: `${server.url}/v1/chat/completions`,
    async say(content) {
      (await latest()).write(event({ content }));
    },
    async send(delta) {
      (await latest()).write(event(delta));
    },
    async choose(choices) {
      (await latest()).write(`data: ${JSON.stringify({ choices })}\n\n`);
    },
    async finish(reason = 'stop') {
      (await latest()).end(`${event({}, reason)}data: [DONE]\n\n`);
      expectAnswer();
    },
    async cut() {
      (await latest()).destroy();
      expectAnswer();
    },
  };
}

/** Starts a chat with that server in the picker, up to the run screen. */
export async function startChat(
  { address }: ChatServer,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const terminal = openPicker(unreachableHub, ['text-generation', 'org/chat', 'Say something.'], options);
  await terminal.until(/Say something\./);
  await chooseEndpoint(terminal, address);
  terminal.press('ctrl+r');
  await terminal.until(/(^| )run( |$)/m);
  return terminal;
}
