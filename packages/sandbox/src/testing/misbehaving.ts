import { runDefinition } from '../inference/run.ts';
import { HttpError, sendJson, sendText } from '../exchange/http.ts';
import type { Exchange, MisbehavingRun, Misbehavior } from '../exchange/exchange.ts';
import { setImmediate } from 'node:timers/promises';
import {
  createChunk,
  createFrame,
  startEventStream,
  writeEvent,
  type FinishReason,
} from '../inference/chat/completion.ts';

/** Sequences that could deceive a terminal or a reader: title and clipboard commands, a cleared screen, reversed text. */
export const controlCharacters =
  '\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u0007\u001b[2J\u001b[31m\u009b1m\r\b\u202eevil\u2066\u200b';

const json = 'application/json';
const htmlPage = '<!doctype html><title>Bad Gateway</title><h1>502 Bad Gateway</h1>';
const nestedLists = 100_000;

function createLoadingError(id: string): HttpError {
  return new HttpError(503, { error: `Model ${id} is currently loading`, estimated_time: 0.3 });
}

async function loadOnce({ exchange, id, body }: MisbehavingRun): Promise<void> {
  const { registry, testing } = exchange.sandbox;
  if (!testing.loading.delete(id)) {
    testing.loading.add(id);
    throw createLoadingError(id);
  }
  const [model] = registry.listModels('text-classification');
  if (!model?.definition) throw new HttpError(500, 'No model is available to answer.');
  const payload = { inputs: body.inputs, parameters: {} };
  const answer = await runDefinition(model.definition, payload, exchange.signal);
  if ('json' in answer) sendJson(exchange.response, answer.json);
}

function refuseGated({ exchange, id }: MisbehavingRun): never {
  const message =
    `Access to model ${id} is restricted and you are not in the authorized list. ` +
    `Visit ${exchange.sandbox.hubUrl}/${id} to ask for access.`;
  throw new HttpError(403, message, { 'X-Error-Code': 'GatedRepo', 'X-Error-Message': message });
}

function redirect({ exchange }: MisbehavingRun): never {
  const { inferenceUrl, registry } = exchange.sandbox;
  const target = registry.listModels('text-classification')[0]?.id ?? '';
  const base = inferenceUrl.replace('127.0.0.1', 'localhost');
  throw new HttpError(307, 'Temporary Redirect', { Location: `${base}/hf-inference/models/${target}` });
}

function refuse(description: string, status: number, message: string, headers = {}): Misbehavior {
  return {
    description,
    answer: () => {
      throw new HttpError(status, message, headers);
    },
  };
}

function send(description: string, body: string, contentType: string, status = 200): Misbehavior {
  return { description, answer: ({ exchange }) => sendText(exchange.response, body, contentType, status) };
}

/** Failures of plain runs by name. */
export const failures: Readonly<Record<string, Misbehavior>> = {
  'loads-once': {
    description:
      'Answers every other request with 503 and an estimated time, and the others like the default model of the task.',
    answer: loadOnce,
  },
  'loads-forever': {
    description: 'Answers every request with 503 and an estimated time.',
    answer: ({ id }) => {
      throw createLoadingError(id);
    },
  },
  gated: {
    description: 'Answers 403: access must be requested, but is never granted.',
    answer: refuseGated,
    isGated: true,
  },
  'payment-required': refuse(
    'Answers 402: the credits are used up.',
    402,
    'You have exceeded your monthly included credits for Inference Providers.',
  ),
  'rate-limited': refuse(
    'Answers 429 with a Retry-After of one second.',
    429,
    'Too many requests. Please try again later.',
    { 'Retry-After': '1' },
  ),
  'echoes-token': {
    description: 'Answers 400 and repeats the Authorization header in the error.',
    answer({ exchange }) {
      const { authorization } = exchange.request.headers;
      throw new HttpError(400, `Cannot use the header Authorization: ${authorization}`);
    },
  },
  'server-error': refuse('Answers 500 with an error in JSON.', 500, 'CUDA out of memory.'),
  'server-error-text': send('Answers 502 with an HTML page.', htmlPage, 'text/html', 502),
  'problem-json': send(
    'Answers 500 in the format of RFC 9457.',
    '{"type":"about:blank","title":"Internal error","status":500,"detail":"The worker has died."}',
    'application/problem+json',
    500,
  ),
  'wrong-shape': {
    description: 'Answers 200 with JSON in the wrong format for the task.',
    answer: ({ exchange, text }) => sendJson(exchange.response, { result: { length: text.length } }),
  },
  html: send('Answers 200 with an HTML page.', htmlPage, 'text/html'),
  empty: send('Answers 200 with an empty body of type JSON.', '', json),
  null: send('Answers 200 with null.', 'null', json),
  nested: send(
    'Answers with lists nested 100,000 deep.',
    '['.repeat(nestedLists) + ']'.repeat(nestedLists),
    json,
  ),
  'not-a-number': send(
    'Answers with the score NaN, which JSON does not allow.',
    '[[{"label":"LABEL_0","score":NaN}]]',
    json,
  ),
  'control-characters': {
    description: 'Answers with terminal commands and reversed text in the labels.',
    answer({ exchange, text }) {
      const label = { label: `${controlCharacters}${text}`, score: 0.75 };
      sendJson(exchange.response, [[label, { label: 'plain', score: 0.25 }]]);
    },
  },
  svg: {
    ...send(
      'Answers with an SVG that contains a script, labeled as PNG.',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>',
      'image/png',
    ),
    task: 'text-to-image',
  },
  silent: { description: 'Never answers.', answer: () => undefined },
  resets: {
    description: 'Resets the connection after the request.',
    answer: ({ exchange }) => void exchange.request.socket.resetAndDestroy(),
  },
  redirects: { description: 'Redirects (307) to another origin.', answer: redirect },
};

/** Streams the input back word by word, with a finish reason if there is one, and leaves the stream open. */
async function echo(
  { exchange, id, text }: MisbehavingRun,
  reason?: FinishReason,
  prefix = '',
): Promise<void> {
  const { response, signal } = exchange;
  const frame = createFrame(id);
  startEventStream(response);
  for (const content of `${prefix}${text}`.match(/\S+\s*/g) ?? []) {
    await writeEvent(response, createChunk(frame, { content }), signal);
  }
  if (reason) await writeEvent(response, createChunk(frame, {}, reason), signal);
}

/** A failure that streams the input back, and then breaks the stream. */
function breakAfterEcho(
  description: string,
  breakStream: (exchange: Exchange) => void,
  reason?: FinishReason,
  prefix?: string,
): Misbehavior {
  return {
    description,
    async answer(run) {
      await echo(run, reason, prefix);
      breakStream(run.exchange);
    },
  };
}

/** Failures of chat streams by name. They stream even if the request does not ask for it. */
export const streamFailures: Readonly<Record<string, Misbehavior>> = {
  'endless-stream': {
    description: 'Streams the input back endlessly.',
    async answer({ exchange: { response, signal }, id, text }) {
      const frame = createFrame(id);
      startEventStream(response);
      for (;;) {
        await writeEvent(response, createChunk(frame, { content: `${text} ` }), signal);
        await setImmediate();
      }
    },
  },
  'stream-cut': breakAfterEcho(
    'Streams the input back and closes the connection in the middle of an event.',
    ({ request, response }) =>
      response.write('data: {"choices":[{"index":0,"del', () => request.socket.destroy()),
  ),
  'stream-stalls': breakAfterEcho(
    'Streams the input back, then stalls with the connection open.',
    () => undefined,
  ),
  'stream-without-done': breakAfterEcho(
    'Streams the input back without a finish reason or [DONE].',
    ({ response }) => response.end(),
  ),
  'stream-ends-with-finish-reason-only': breakAfterEcho(
    'Streams the input back with a finish reason but without [DONE].',
    ({ response }) => response.end(),
    'stop',
  ),
  'stream-error-event': breakAfterEcho('Streams the input back and then an error event.', ({ response }) =>
    response.end('event: error\ndata: {"error":"The worker has died.","error_type":"worker"}\n\n'),
  ),
  'stream-resets': breakAfterEcho(
    'Streams the input back and resets the connection.',
    ({ request, response }) => response.write('\n', () => request.socket.resetAndDestroy()),
  ),
  'stream-control-characters': breakAfterEcho(
    'Streams terminal commands and reversed text.',
    ({ response }) => response.end('data: [DONE]\n\n'),
    'stop',
    `${controlCharacters} `,
  ),
};
