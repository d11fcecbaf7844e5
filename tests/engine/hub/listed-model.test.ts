import { expect, test } from 'vitest';
import { lookUpListedModel, UnknownModelError } from '@tryout/engine';
import { connectionAt, rejection } from '../../support/ask.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox({
  listing: [
    {
      id: 'rare/bird',
      pipeline_tag: 'fill-mask',
      downloads: 3,
      likes: 1,
      gated: 'auto',
      lastModified: '2026-03-04T05:06:07.000Z',
    },
  ],
});

test('describes an unlisted model like a listed one', async () => {
  expect(await lookUpListedModel(connectionAt(sandbox.hubUrl), 'rare/bird')).toEqual({
    name: 'rare/bird',
    downloads: 3,
    likes: 1,
    private: false,
    gated: 'auto',
    task: 'fill-mask',
    updatedAt: '2026-03-04T05:06:07.000Z',
    providers: [],
  });
});

test('a missing model is an error of the Hub', async () => {
  const error = await rejection(lookUpListedModel(connectionAt(sandbox.hubUrl), 'rare/fish'));
  expect(error).toBeInstanceOf(UnknownModelError);
  expect(error).toMatchObject({ status: 404 });
});

test('an invalid response is rejected', async () => {
  const { url } = await serve(answerJson(['rare/bird']));
  expect((await rejection(lookUpListedModel(connectionAt(url), 'rare/bird'))).name).toBe('HubResponseError');
});

test('a 503 of the Hub suggests a retry', async () => {
  const { url } = await serve(answerJson({ error: 'Out of order' }, 503, { 'Retry-After': '7' }));
  const error = await rejection(lookUpListedModel(connectionAt(url), 'rare/bird'));
  expect(error).toMatchObject({ hint: 'The Hub is having problems; try again in 7 s.' });
});
