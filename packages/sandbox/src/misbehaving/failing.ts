import { HttpError } from '../server/http-error.ts';
import { sendJson, sendText } from '../server/respond.ts';
import { defineMisbehavior } from './define-misbehavior.ts';

const html = '<!doctype html><title>Bad Gateway</title><h1>502 Bad Gateway</h1>';

/** Models whose server fails, or answers 200 with something that is no answer. */
export const failingModels = [
  defineMisbehavior('server-error', 'It answers 500 with an error in JSON.', () => {
    throw new HttpError(500, 'CUDA out of memory.');
  }),
  defineMisbehavior('server-error-text', 'It answers 502 with a page of HTML.', ({ exchange }) => {
    sendText(exchange.response, html, 'text/html', 502);
  }),
  defineMisbehavior('problem-json', 'It answers 500 in the form of RFC 9457.', ({ exchange }) => {
    const problem = {
      type: 'about:blank',
      title: 'Internal error',
      status: 500,
      detail: 'The worker has died.',
    };
    sendText(exchange.response, JSON.stringify(problem), 'application/problem+json', 500);
  }),
  defineMisbehavior(
    'wrong-shape',
    'It answers 200 with JSON of no shape that its task knows.',
    ({ exchange, text }) => {
      sendJson(exchange.response, { result: { length: text.length } });
    },
  ),
  defineMisbehavior('html', 'It answers 200 with a page of HTML.', ({ exchange }) => {
    sendText(exchange.response, html, 'text/html');
  }),
  defineMisbehavior('empty', 'It answers 200 with an empty body that claims to be JSON.', ({ exchange }) => {
    sendText(exchange.response, '', 'application/json');
  }),
  defineMisbehavior('null', 'It answers 200 with null.', ({ exchange }) => {
    sendJson(exchange.response, null);
  }),
];
