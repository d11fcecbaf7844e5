import { connect } from './engine.mjs';

const [client, url] = process.argv.slice(2);
const ROUNDS = 15;

const clients = {
  async raw(query) {
    let count = 0;
    for (let next = query; next;) {
      const response = await fetch(next);
      count += JSON.parse(await response.text()).length;
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return count;
  },
  async engine(_query, { engine, connection }) {
    let models = [];
    for await (const page of engine.listModels(connection, { task: 'text-classification' }))
      models = page.models;
    return models.length;
  },
  async hub() {
    const { listModels } = await import('@huggingface/hub');
    let count = 0;
    for await (const _model of listModels({
      hubUrl: url,
      search: { task: 'text-classification' },
      limit: 1000,
      additionalFields: ['inferenceProviderMapping'],
    }))
      count += 1;
    return count;
  },
};

const connected = await connect(url);
const query = `${url}/api/models?pipeline_tag=text-classification&sort=downloads&direction=-1&limit=500&${[
  'downloads',
  'likes',
  'pipeline_tag',
  'private',
  'gated',
  'lastModified',
  'inferenceProviderMapping',
]
  .map((name) => `expand=${name}`)
  .join('&')}`;
const times = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const started = performance.now();
  if ((await clients[client](query, connected)) !== 1000)
    throw new Error(`${client} did not list 1,000 models`);
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
console.log(JSON.stringify({ milliseconds: times[ROUNDS >> 1] }));
