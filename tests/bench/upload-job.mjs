import { createReadStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from './connection.mjs';

const [client, url, path] = process.argv.slice(2);
const endpoint = `${url}/upload`;

const post = (body, headers) =>
  fetch(endpoint, { method: 'POST', body, headers, duplex: 'half' }).then((response) => response.text());

/** The engine's own way for a task, with the file at `path`. */
async function throughEngine(id, values, parameters = []) {
  const { engine, connection } = await connect(url);
  const task = engine.taskNamed(id);
  const image = await engine.fileFromPath(path, 'image');
  const route = { kind: 'endpoint', url: endpoint, conversation: false };
  const request = await engine.buildRequest(task, route, { image, ...values }, { parameters });
  // What comes back is the bench's own and no answer to these tasks.
  const answer = await engine.send(connection, request);
  await answer.text(1000);
}

const clients = {
  stream: () => post(createReadStream(path), { 'content-type': 'image/png' }),
  blob: async () => post(await openAsBlob(path, { type: 'image/png' })),
  whole: async () => post(await readFile(path), { 'content-type': 'image/png' }),
  'engine-raw': () => throughEngine('image-to-text', {}),
  'engine-json': () => throughEngine('document-question-answering', { question: 'what?' }),
  async 'library-json'() {
    const { documentQuestionAnswering } = await import('@huggingface/inference');
    await documentQuestionAnswering({
      endpointUrl: endpoint,
      inputs: { question: 'what?', image: await openAsBlob(path) },
    });
  },
};

const started = performance.now();
await clients[client]();
const milliseconds = performance.now() - started;
// Not `maxRSS`: a process inherits that of the one that started it.
const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8'));
console.log(JSON.stringify({ milliseconds, peak: Number(peak) / 1024 }));
