import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { isFailure } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { ask, connectionAt, rejection } from '../support/ask.ts';
import { cliInProcess } from '../support/cli-in-process.ts';
import { answerJson, closeAfterTest, serve, startProxy } from '../support/loopback.ts';

const HUB = 'http://hub.invalid';
const PASSWORD = 'pa55word';
const good = [{ label: 'POSITIVE', score: 1 }];

function classifyThrough(environment: Record<string, string>) {
  const transport = nodeTransport({ environment, userAgent: 'tryout-tests' });
  const connection = connectionAt(HUB, { transport, token: undefined });
  return ask(connection, 'text-classification', { endpointUrl: HUB }, { text: 'x' });
}

/** A SOCKS 5 proxy (RFC 1928) with a user name and password (RFC 1929). @returns its port and the hosts it was asked for */
async function startSocks(port: number) {
  const hosts: string[] = [];
  const server = createServer((socket: Socket) => void serveSocks(socket).catch(() => socket.destroy()));
  async function serveSocks(socket: Socket) {
    const next = async () => ((await once(socket, 'data')) as [Buffer])[0];
    await next();
    socket.write(Buffer.from([5, 2]));
    const login = (await next()).toString('latin1');
    if (!login.endsWith(PASSWORD)) return void socket.end(Buffer.from([1, 1]));
    socket.write(Buffer.from([1, 0]));
    const request = await next();
    hosts.push(request.subarray(5, 5 + request[4]!).toString());
    const upstream = connect(port, '127.0.0.1');
    closeAfterTest(() => Promise.resolve(void upstream.destroy()));
    socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    socket.pipe(upstream).pipe(socket);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(async () => {
    server.close();
    await once(server, 'close');
  });
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
}

test.each([
  ['HTTP_PROXY', (at: string) => at],
  ['http_proxy', (at: string) => `http://user:${PASSWORD}@${at}/`],
  ['ALL_PROXY', (at: string) => ` user:${PASSWORD}@${at} `],
  ['all_proxy', (at: string) => `HTTP://${at}//?x#y`],
])('R14: %s works in any spelling', async (name, spell) => {
  const server = await serve(answerJson(good));
  const proxy = await startProxy({ port: server.port });
  const environment = { HTTP_PROXY: '', [name]: spell(new URL(proxy.url).host) };
  expect((await classifyThrough(environment)).value).toEqual(good);
  expect(proxy.targets).toEqual(['hub.invalid:80']);
});

test.each(['socks5', 'socks5h', 'socks'])('R14: %s:// works, with a password', async (scheme) => {
  const server = await serve(answerJson(good));
  const proxy = await startSocks(server.port);
  const through = (password: string) =>
    classifyThrough({ ALL_PROXY: `${scheme}://user:${password}@${proxy.at}` });
  expect((await through(PASSWORD)).value).toEqual(good);
  expect(proxy.hosts).toEqual(['hub.invalid']);
  await expect(through('wrong')).rejects.toMatchObject({
    message: 'The proxy refused to connect to hub.invalid',
    hint: 'Check ALL_PROXY.',
  });
});

test.each([
  ['HTTPS_PROXY', `http://user:${PASSWORD}@`],
  ['https_proxy', `http://user:${PASSWORD}%zz@127.0.0.1:1`],
  ['HTTP_PROXY', `ftp://user:${PASSWORD}@127.0.0.1:1`],
  ['ALL_PROXY', `user:${PASSWORD}@127.0.0.1:99999`],
])('R14: a bad %s is named, without its password', async (name, value) => {
  const words = ['models', 'fill-mask', '--hub-url', 'https://hub.invalid', '--debug'];
  const { code, stdout, stderr } = await cliInProcess(words, { environment: { [name]: value } });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^error: ${name} is not a valid proxy URL\nhint: Set it to a URL`, 'm'));
  expect(stderr).not.toContain(PASSWORD);
});

test('R14: a failure names the variable, and never the proxy for a host that it exempts', async () => {
  const closed = `http://user:${PASSWORD}@127.0.0.1:1`;
  const failure = async (environment: Record<string, string>) => {
    const error = await classifyThrough(environment).catch((thrown: unknown) => thrown);
    if (!isFailure(error)) throw error;
    return `${error.message}. ${error.hint}`;
  };
  expect(await failure({ all_proxy: closed })).toBe(
    'Could not reach the proxy for hub.invalid (ECONNREFUSED). Check all_proxy.',
  );
  for (const exempt of ['hub.invalid', '.invalid', '*']) {
    const message = await failure({ HTTP_PROXY: closed, NO_PROXY: `10.0.0.0/8, ${exempt}` });
    expect(message).toMatch(/^Could not resolve hub\.invalid\./);
  }
});

test.each([
  ['https://hub.example', '*', true],
  ['https://hub.example', 'example', true],
  ['https://a.hub.example', 'other.example hub.example', true],
  ['https://a.hub.example', '*.HUB.example', true],
  ['https://thehub.example', 'hub.example', false],
  ['https://hub.example', 'hub.example:443', true],
  ['http://hub.example', 'hub.example:443', false],
  ['http://hub.example:8080', '.example.:8080', true],
  ['http://10.1.2.3', '10.0.0.0/8', true],
  ['http://10.1.2.3', '10.1.2.3:80', true],
  ['http://11.1.2.3', '10.0.0.0/8,10.1.2.3/99,/8', false],
  ['http://[fd00::1]:81', '[FD00::1]:81', true],
  ['http://[fd00::1]', 'fd00:0:0::1', true],
  ['http://[fd00::1]', 'fd00::/8', true],
  ['http://[fd00::1]:81', '[fd00::1]:82,fe80::/10', false],
  ['http://hub.example', ' , ., *., :80, [', false],
])('R14: %s with NO_PROXY=%j is exempt: %s', async (url, list, isExempt) => {
  // A host that is not exempt needs the proxy, whose address is invalid.
  const environment = { http_proxy: 'ftp://p', https_proxy: 'ftp://p', no_proxy: list };
  const { exchange } = nodeTransport({ environment, userAgent: 'tryout-tests' });
  const error = await rejection(exchange({ url, method: 'GET', headers: {}, signal: AbortSignal.abort() }));
  expect(error.message.includes('is not a valid proxy URL')).toBe(!isExempt);
});
