import { expect, test } from 'vitest';
import { unsentTokenHint, unsentTokenNote, type Connection } from '@tryout/engine';

const connection = {
  hubUrl: 'https://hub.example',
  inferenceUrl: 'https://inference.example',
  token: 'hf_x',
} as Connection;
const to = (url: string) => ({ kind: 'endpoint', url }) as const;

test('F12: names the option that sends the token, if any', () => {
  const request = to('https://own.example/run');
  expect(unsentTokenNote(connection, request)).toBe('Your token is not sent to own.example.');
  expect(unsentTokenNote(connection, request, '--send-token')).toBe(
    'Your token is not sent to own.example; --send-token sends it.',
  );
  expect(unsentTokenHint(connection, request.url)).toBe('Your token was not sent.');
  expect(unsentTokenHint(connection, request.url, 'the switch')).toBe(
    'Your token was not sent; the switch sends it.',
  );
});

test('F12: offers no option if the connection is not encrypted', () => {
  const request = to('http://own.example/run');
  expect(unsentTokenNote(connection, request, '--send-token')).toBe(
    'Your token is not sent to own.example: http:// is not encrypted.',
  );
});
