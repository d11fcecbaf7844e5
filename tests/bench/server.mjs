// The server for all benchmarks. It prints its URL and runs until it is killed.
import { createServer } from 'node:http';

const EVENTS = 20_000;
const EVENT_BYTES = 293;
const MODELS = 1000;
const PAGE = 500;

/** A chat stream of events with the same length. */
function streamText() {
  const event = (content, padding) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1714681500,
      model: 'bench/model',
      system_fingerprint: padding,
      choices: [{ index: 0, delta: { role: 'assistant', content }, logprobs: null, finish_reason: null }],
    })}\n\n`;
  const bare = event(' word', '').length;
  const one = event(' word', 'f'.repeat(EVENT_BYTES - bare));
  return `${one.repeat(EVENTS)}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
}

function pages() {
  const rows = Array.from({ length: MODELS }, (_, index) => ({
    _id: `${index}`.padStart(24, '0'),
    id: `organization-${index % 97}/model-${index}`,
    downloads: MODELS - index,
    likes: index % 13,
    pipeline_tag: 'text-classification',
    private: false,
    gated: false,
    lastModified: '2026-08-01T12:00:00.000Z',
    inferenceProviderMapping: [
      {
        provider: 'hf-inference',
        providerId: `organization-${index % 97}/model-${index}`,
        status: 'live',
        task: 'text-classification',
      },
    ],
  }));
  return Array.from({ length: MODELS / PAGE }, (_, page) =>
    Buffer.from(JSON.stringify(rows.slice(page * PAGE, (page + 1) * PAGE))),
  );
}

const stream = Buffer.from(streamText());
const listing = pages();
const completion = JSON.stringify([{ answer: 'yes', score: 1, start: 0, end: 1 }]);

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://bench');
  if (url.pathname === '/v1/chat/completions') {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream));
  } else if (url.pathname === '/api/models') {
    const page = Number(url.searchParams.get('cursor') ?? 0);
    const next = new URL(url);
    next.searchParams.set('cursor', String(page + 1));
    const link =
      page + 1 < listing.length
        ? { link: `<http://${request.headers.host}${next.pathname}${next.search}>; rel="next"` }
        : {};
    response.writeHead(200, { 'content-type': 'application/json', ...link }).end(listing[page]);
  } else {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(completion));
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
