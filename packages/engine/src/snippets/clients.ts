import type { SnippetClient } from './client.ts';
import { curl } from './curl/curl.ts';
import { fetchClient } from './javascript/fetch.ts';
import { huggingfaceJs } from './javascript/huggingface-js.ts';
import { openai } from './javascript/openai.ts';
import { huggingfaceHub } from './python/huggingface-hub.ts';
import { openai as pythonOpenai } from './python/openai.ts';
import { requests } from './python/requests.ts';

/** All clients, by language in the order of the languages; the first of a language can make every request. */
export const snippetClients: readonly SnippetClient[] = [
  curl,
  requests,
  huggingfaceHub,
  pythonOpenai,
  fetchClient,
  huggingfaceJs,
  openai,
];
