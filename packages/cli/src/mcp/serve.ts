import { once } from 'node:events';
import { Transform } from 'node:stream';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import type { Runtime } from '../runtime.ts';
import { version } from '../installation.ts';
import type { ToolSession } from './session.ts';
import type { SessionLimits } from './call.ts';
import { tools } from './tools.ts';

/** Bytes of a message. Texts may have 16 MB, and tables 24 MB. */
const MAX_MESSAGE = 64 * 1024 * 1024;

/** Serves the tools on standard input and output until the input ends. Loads the engine with the first call. */
export async function serve(command: Command, runtime: Runtime, limits: SessionLimits): Promise<void> {
  let session: Promise<ToolSession> | undefined;
  const openSession = () =>
    (session ??= import('./session.ts').then(
      ({ toolSession }) => toolSession(command, runtime, limits),
      rejectReplaced,
    ));
  const createServer = () => {
    const server = new Server(
      { name: 'tryout', title: 'Tryout', version },
      { capabilities: { tools: {} }, instructions: getInstructions(limits) },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) {
        const names = tools.map(({ name }) => name).join(', ');
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${params.name.slice(0, 100)}; the tools are ${names}`,
        );
      }
      const token = mcpReq._meta?.progressToken;
      const report =
        token === undefined
          ? undefined
          : (progress: number, message: string) =>
              mcpReq
                .notify({
                  method: 'notifications/progress',
                  params: { progressToken: token, progress, message },
                })
                .catch(() => undefined);
      return (await openSession()).call(tool, params.arguments, { signal: mcpReq.signal, report });
    });
    return server;
  };
  const input = runtime.input.pipe(joinLines());
  const transport = new StdioServerTransport(input, runtime.output, { maxBufferSize: Infinity });
  const ended = Promise.race([once(input, 'close'), once(runtime.signal, 'abort')]);
  const handle = serveStdio(createServer, { transport });
  await ended;
  await handle.close();
  await (await session)?.dispose();
}

/** A part of the program is gone. @throws ProtocolError always; the errors of the engine are not loaded */
function rejectReplaced(): never {
  const problem = 'Tryout was built again or updated while this server runs';
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${problem}. Stop it and start it again.`);
}

/** Passes on whole lines, since the library copies what it has of a message with every piece. */
function joinLines(): Transform {
  let pieces: Buffer[] = [];
  let size = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      size += piece.length;
      if (size > MAX_MESSAGE) return done(new Error(`A message has more than ${MAX_MESSAGE} bytes`));
      if (!piece.includes('\n')) return done();
      const lines = Buffer.concat(pieces);
      pieces = [];
      size = 0;
      done(null, lines);
    },
  });
}

function getInstructions({ roots }: SessionLimits): string {
  const files =
    roots.length > 0
      ? `Files are read and saved only below ${roots.join(' and ')}.`
      : 'Files are neither read nor saved: the user starts tryout mcp with --root FOLDER to permit it.';
  return `Runs machine-learning models of the Hugging Face Hub. Start with find_task. ${files}`;
}
