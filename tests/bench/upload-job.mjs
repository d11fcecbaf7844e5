import { createReadStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from './engine.mjs';

const [client, url, path] = process.argv.slice(2);
const endpoint = `${url}/upload`;

const post = (body, headers) =>
  fetch(endpoint, { method: 'POST', body, headers, duplex: 'half' }).then((response) => response.text());

/** Uploads the file with the engine, as an input of a task. */
async function uploadWithEngine(id, values, parameters = []) {
  const { engine, connection } = await connect(url);
  const task = engine.taskNamed(id);
  const image = await engine.fileFromPath(path, 'image');
  const route = { kind: 'endpoint', url: endpoint, conversation: false };
  const request = await engine.buildRequest(task, route, { image, ...values }, { parameters });
  // Do not parse the response: it has the shape of another task.
  const answer = await engine.send(connection, request);
  await answer.text(1000);
}

const clients = {
  stream: () => post(createReadStream(path), { 'content-type': 'image/png' }),
  blob: async () => post(await openAsBlob(path, { type: 'image/png' })),
  whole: async () => post(await readFile(path), { 'content-type': 'image/png' }),
  'engine-raw': () => uploadWithEngine('image-to-text', {}),
  'engine-json': () => uploadWithEngine('document-question-answering', { question: 'what?' }),
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
// Not `maxRSS`, which a process inherits from its parent.
const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8'));
console.log(JSON.stringify({ milliseconds, peak: Number(peak) / 1024 }));
