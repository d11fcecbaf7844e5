import { connect } from './engine.mjs';

const [client, url] = process.argv.slice(2);
const address = `${url}/v1/chat/completions`;
const model = 'bench/model';
const messages = [{ role: 'user', content: 'go' }];
const request = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model, messages, stream: true }),
};

/** Each client reads one stream and returns the number of characters. */
const clients = {
  async raw() {
    let length = 0;
    for await (const chunk of (await fetch(address, request)).body) length += chunk.length;
    return length > 0;
  },
  async parser() {
    const { createParser } = await import('eventsource-parser');
    let length = 0;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data !== '[DONE]') length += JSON.parse(data).choices[0].delta.content?.length ?? 0;
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of (await fetch(address, request)).body)
      parser.feed(decoder.decode(chunk, { stream: true }));
    return length;
  },
  async engine() {
    const { engine, connection } = await connect(url);
    const task = engine.taskNamed('text-generation');
    const built = await engine.buildRequest(
      task,
      { kind: 'endpoint', url: address, conversation: true },
      { text: 'go' },
    );
    let length = 0;
    await engine.run(connection, built, {
      onEvent: (event) => (length += event.type === 'text' ? event.text.length : 0),
    });
    return length;
  },
  async huggingface() {
    const { chatCompletionStream } = await import('@huggingface/inference');
    let length = 0;
    for await (const chunk of chatCompletionStream({ endpointUrl: url, model, messages }))
      length += chunk.choices[0]?.delta.content?.length ?? 0;
    return length;
  },
  async openai() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
    let length = 0;
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
      length += chunk.choices[0]?.delta.content?.length ?? 0;
    return length;
  },
};

// The first stream is a warmup.
await clients[client]();
const cpu = process.cpuUsage();
const started = performance.now();
const result = await clients[client]();
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
if (!result) throw new Error(`${client} read nothing`);
console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1000 }));
