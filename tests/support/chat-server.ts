import type { ServerResponse } from 'node:http';
import { serve, type LoopbackServer, type ReceivedRequest, type RequestHandler } from './loopback.ts';
import { chooseEndpoint, openPicker, unreachableHub, type PickerOptions } from './open-picker.ts';
import type { TerminalSession } from './terminal-session.ts';

/** Chat answers that the test streams step by step. */
export interface ChatAnswers {
  /** Starts the next answer. */
  readonly answer: RequestHandler;
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
  /** Whether the client left before the end of the latest answer. */
  left(): Promise<boolean>;
}

export interface ChatServer extends LoopbackServer, ChatAnswers {
  readonly address: string;
}

export function chatAnswers(): ChatAnswers {
  const exchanges: { received: ReceivedRequest; response: ServerResponse }[] = [];
  let resolveStarted: () => void = () => undefined;
  let started: Promise<void>;
  const expectAnswer = () => {
    started = new Promise((resolve) => (resolveStarted = resolve));
  };
  expectAnswer();
  const exchange = async () => {
    await started;
    return exchanges.at(-1)!;
  };
  const latest = async () => (await exchange()).response;
  const event = (delta: object, reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  return {
    answer(received, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      exchanges.push({ received, response });
      resolveStarted();
    },
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
    async left() {
      return (await exchange()).received.left;
    },
    async cut() {
      (await latest()).destroy();
      expectAnswer();
    },
  };
}

/** A chat server whose answers the test streams step by step. */
export async function chatServer(): Promise<ChatServer> {
  const answers = chatAnswers();
  const server = await serve(answers.answer);
  return { ...server, ...answers, address: `${server.url}/v1/chat/completions` };
}

/** Starts a chat with that server in the picker, up to the run screen. */
export async function startChat(
  { address }: ChatServer,
  options: PickerOptions = {},
): Promise<TerminalSession> {
  const terminal = openPicker(unreachableHub, ['text-generation', 'org/chat', 'Say something.'], options);
  await terminal.until(/Say something\./);
  await chooseEndpoint(terminal, address);
  terminal.press('ctrl+r');
  await terminal.until(/(^| )run( |$)/m);
  return terminal;
}
