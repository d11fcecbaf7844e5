import { startSandbox, type ModelDefinition, type Sandbox, type SandboxOptions } from '@tryout/sandbox';
import { afterEveryTest } from '../support/hooks.ts';

export const token = 'hf_guest';

const running: Sandbox[] = [];

afterEveryTest(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

/** Starts a sandbox and closes it after the test. */
export async function sandboxFor(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

/** A chat model that repeats the last message. */
export const echoChat: ModelDefinition<'text-generation'> = {
  id: 'test/echo',
  task: 'text-generation',
  card: '# test/echo\n\nSays the words of the last message again.\n',
  examples: [{ text: 'one two three' }],
  answer: (text) => ({ generated_text: `${text} ${text}` }),
  chat: (messages) => messages.at(-1)?.content.match(/\S+\s*/g) ?? [],
};

/** An image model that returns one pixel with the prompt length as red. */
export const pixelPainter: ModelDefinition<'text-to-image'> = {
  id: 'test/pixel',
  task: 'text-to-image',
  card: '# test/pixel\n',
  examples: [{ text: 'four' }],
  answer: (text) => ({ width: 1, height: 1, data: new Uint8ClampedArray([text.length, 0, 0, 255]) }),
};

/** Posts JSON or bytes with a valid token. */
export function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const bare = body instanceof Uint8Array;
  return fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(bare ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: bare ? new Uint8Array(body) : JSON.stringify(body),
    signal,
  });
}

/** The JSON events of a stream without [DONE]. */
export function readEvents(text: string): Record<string, unknown>[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as Record<string, unknown>);
}
