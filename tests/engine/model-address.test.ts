import { findModelIdInUrl, modelIdIn, searchTerms } from '@tryout/engine';
import { describe, expect, it } from 'vitest';

const hub = 'http://127.0.0.1:4567/hub';

describe('modelIdIn', () => {
  it.each([
    'org/name',
    '  org/name\n',
    'org / name',
    '`org/name`',
    '"org/name",',
    '<https://huggingface.co/org/name>',
    'https://huggingface.co/org/name/blob/main/README.md?download=true#top',
    'http://www.huggingface.co/org/name/',
    'huggingface.co/org/name',
    'hf.co/org/name',
    'HTTPS://HuggingFace.co/org/name',
    `${hub}/org/name`,
    `${hub}/org/name/tree/main`,
  ])('finds the model in %j', (typed) => {
    expect(modelIdIn(hub, typed)).toBe('org/name');
  });

  it.each([
    '',
    'name',
    'https://huggingface.co/org',
    'https://huggingface.co/datasets/org/name',
    'https://huggingface.co/spaces/org/name',
    'https://huggingface.co.evil.test/org/name',
    'https://evil.test/org/name',
    'http://127.0.0.1:4567/other/org/name',
    'org/name/more',
    'org/../name',
    'a text / with a slash in it',
  ])('finds no model in %j', (typed) => {
    expect(modelIdIn(hub, typed)).toBeUndefined();
  });
});

it('searches for the name in a URL, otherwise for the input', () => {
  expect(searchTerms(hub, 'https://huggingface.co/org')).toBe('org');
  expect(searchTerms(hub, ' hf.co/org/name ')).toBe('org/name');
  expect(searchTerms(hub, 'org / name')).toBe('org/name');
  expect(searchTerms(hub, ' sentiment, german ')).toBe('sentiment, german');
});

it('does not change an endpoint URL', () => {
  const endpoint = 'https://abc.endpoints.huggingface.cloud/run';
  expect(findModelIdInUrl(hub, endpoint)).toBe(endpoint);
});
