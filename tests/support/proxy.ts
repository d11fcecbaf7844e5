import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { closeAfterTest } from './loopback.ts';

export interface Proxy {
  readonly url: string;
  /** The hosts and ports that it was asked to connect to. */
  readonly asked: string[];
}

/** A proxy that answers CONNECT: with a way to the given port of this machine, whatever the host, or with a status. */
export async function startProxy(answer: { port: number } | { status: number }): Promise<Proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => {
    response.writeHead(500);
    response.end();
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    sockets.add(socket);
    socket.on('error', () => undefined);
    if ('status' in answer)
      return void socket.end(`HTTP/1.1 ${answer.status} No\r\nContent-Length: 0\r\n\r\n`);
    const onward = connect(answer.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
