import type { Sandbox } from '@tryout/sandbox';
import type { ServerResponse } from 'node:http';
import { serve, type ReceivedRequest } from './loopback.ts';

interface ProxyOptions {
  /** Answers a request itself; the sandbox answers if it returns false. */
  readonly first?: (received: ReceivedRequest, response: ServerResponse) => boolean;
  /** Changes the text of an answer. */
  readonly change?: (text: string, received: ReceivedRequest) => string;
}

/** A server in front of a sandbox, for answers that the sandbox would not give. It is closed after the test. */
export async function sandboxProxy(
  sandbox: Pick<Sandbox, 'hubUrl'>,
  { first = () => false, change = (text) => text }: ProxyOptions,
) {
  const server = await serve(async (received, response) => {
    if (first(received, response)) return;
    const { method, url, headers, body } = received;
    const passed = ['authorization', 'content-type', 'cookie'] as const;
    const request = {
      method,
      headers: passed.flatMap((name): [string, string][] => (headers[name] ? [[name, headers[name]]] : [])),
      body: method === 'GET' ? null : new Uint8Array(body),
      redirect: 'manual',
    } as const;
    const ask = () => fetch(sandbox.hubUrl + url, request);
    // An idle connection may have been closed.
    const answer = await ask().catch(ask);
    const toProxy = (text: string) => text.replaceAll(sandbox.hubUrl, server.url);
    for (const name of ['content-type', 'link', 'location'])
      if (answer.headers.has(name)) response.setHeader(name, toProxy(answer.headers.get(name)!));
    response.setHeader('set-cookie', answer.headers.getSetCookie());
    const content = Buffer.from(await answer.arrayBuffer());
    const isText = /json|text/.test(answer.headers.get('content-type') ?? '');
    response.writeHead(answer.status);
    response.end(isText ? change(toProxy(content.toString()), received) : content);
  });
  const { url, port } = server;
  return { port, hubUrl: url, inferenceUrl: `${url}/inference` };
}
