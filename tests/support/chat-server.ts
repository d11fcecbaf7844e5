import type { ServerResponse } from 'node:http';
import { serve, type LoopbackServer } from './loopback.ts';
import { nobody, openPicker } from './open-picker.ts';
import type { TerminalOptions, TerminalSession } from './pseudo-terminal.ts';

/** A chat server that says what a test wants, when it wants. */
export interface ChatServer extends LoopbackServer {
  readonly address: string;
  /** Streams a piece of the answer that began last. */
  say(text: string): Promise<void>;
  /** Streams any delta of that answer. */
  send(delta: object): Promise<void>;
  /** Ends that answer; as it should be, unless another reason is given. */
  finish(reason?: string): Promise<void>;
  /** Breaks it off. */
  cut(): Promise<void>;
}

export async function chatServer(): Promise<ChatServer> {
  const begun: ServerResponse[] = [];
  let tell: () => void = () => undefined;
  let first = new Promise<void>((resolve) => (tell = resolve));
  const server = await serve((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    begun.push(response);
    tell();
  });
  const last = async () => {
    await first;
    return begun.at(-1)!;
  };
  const chunk = (delta: object, reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const over = () => {
    first = new Promise<void>((resolve) => (tell = resolve));
  };
  return {
    ...server,
    address: `${server.url}/v1/chat/completions`,
    async say(content) {
      (await last()).write(chunk({ content }));
    },
    async send(delta) {
      (await last()).write(chunk(delta));
    },
    async finish(reason = 'stop') {
      (await last()).end(`${chunk({}, reason)}data: [DONE]\n\n`);
      over();
    },
    async cut() {
      (await last()).destroy();
      over();
    },
  };
}

/** The run screen of a chat with that server. */
export async function startedChat(
  { address }: ChatServer,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const terminal = openPicker(nobody, ['text-generation', address, 'Say something.'], options);
  await terminal.until(/Say something\./);
  terminal.press('ctrl+r');
  await terminal.until(/ run( |$)/m);
  return terminal;
}
