import { createServer } from 'node:http';
import { once } from 'node:events';
import { interleave, line } from './measure.mjs';
import { startInTerminal } from './picker-terminal.mjs';
import { tokens } from './picker-tokens.mjs';

const launcher = new URL('../../bin/tryout.js', import.meta.url).pathname;
const rivals = new URL('./ink-rivals.mjs', import.meta.url).pathname;
/** React is several times slower while it is developed with. */
const PRODUCTION = { NODE_ENV: 'production' };
const RATES = [200, 1000];
const ROUNDS = 3;
const END = 'ENDOFSTREAM';

/** A chat server that streams 2,000 tokens, so many a second. */
async function chatServer(rate) {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const say = (content) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
    await tokens(rate, say);
    say(` ${END}`);
    response.end('data: [DONE]\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** CPU milliseconds from the beginning of a stream to its end. */
async function cpuOfStream(terminal, begin) {
  const before = await terminal.cpu();
  await begin();
  await terminal.until(END);
  const cpu = (await terminal.cpu()) - before;
  await terminal.stop();
  return cpu;
}

/** What it costs to show 2,000 tokens as they come, against the whole text rendered with each of them. */
export async function pickerStream() {
  console.log(
    '\nShowing 2,000 streamed tokens: CPU of the built program, against the whole text rendered with each',
  );
  for (const rate of RATES) {
    const server = await chatServer(rate);
    const picker = async () => {
      const address = `${server.url}/v1/chat/completions`;
      // A URL of the hub itself would be that of a model.
      const hub = server.url.replace('127.0.0.1', 'localhost');
      const terminal = startInTerminal(
        [launcher, 'chat', '--no-history', '--endpoint-url', address, '--hub-url', hub],
        {
          HF_TOKEN: 'hf_bench',
          TRYOUT_CONFIG_DIR: '/nonexistent',
        },
      );
      await terminal.until('Type a message');
      await terminal.press('Tell me');
      return cpuOfStream(terminal, () => terminal.press('\r'));
    };
    const naive = async () => {
      const terminal = startInTerminal([rivals, 'naive', String(rate)], PRODUCTION);
      await terminal.until('The');
      return cpuOfStream(terminal, async () => undefined);
    };
    const found = await interleave({ picker, naive }, ROUNDS, 0);
    line(
      `${rate} tokens a second`,
      found.picker / found.naive,
      0.25,
      `${found.picker.toFixed(0)} of ${found.naive.toFixed(0)} ms`,
    );
    server.close();
  }
}
