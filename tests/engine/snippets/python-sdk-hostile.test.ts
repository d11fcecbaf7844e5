// @module-tag nightly
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  fileFromBlob,
  createSnippets,
  type InferenceRequest,
  type TaskId,
  type Values,
} from '@tryout/engine';
import { expect } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { pythonShapes } from './support/python-shapes.ts';
import { entryName, fileName, hostile as anyHostile } from './support/hostile.ts';
import { pythonWith, testWith } from './support/programs.ts';
import { runPython } from './support/run-python.ts';
import { normalizeRequest, withoutEmptyParameters } from './support/normalize-request.ts';

const program = pythonWith('huggingface_hub', 'openai', 'PIL', 'numpy');

/** Without lone surrogates, which neither library can send. */
const hostile = anyHostile.map((text) => text.replace(/\p{Cs}/gu, '')).filter((text) => text !== '');

/** Without plain words, which could be known arguments such as `n`. */
const name = entryName
  .map((text) => text.replace(/\p{Cs}/gu, ''))
  .filter((text) => text !== '' && !/^[a-z_]+$/.test(text));

/** A request for one client and the texts its code must contain unchanged. */
interface Asked {
  readonly client: string;
  readonly task: TaskId;
  readonly values: Values;
  readonly parameters: Readonly<Record<string, string>>;
  readonly address: string;
  readonly texts: readonly string[];
  readonly file?: string;
}

const chat = fc
  .record({
    client: fc.constantFrom('huggingface_hub', 'openai'),
    text: hostile,
    name,
    value: hostile,
    path: hostile,
  })
  .map(({ client, text, name, value, path }): Asked => ({
    client,
    task: 'text-generation',
    values: { text },
    parameters: { [name]: JSON.stringify(value), stop: JSON.stringify([value]) },
    address: `/${path.replace(/[?#]/g, '')}/v1/chat/completions`,
    texts: [text, value, name],
  }));

const image = fc
  .record({ name, value: hostile, file: fileName, path: hostile })
  .map(({ name, value, file, path }): Asked => ({
    client: 'huggingface_hub',
    task: 'image-to-image',
    values: { image: { ...fileFromBlob(new Blob(['image']), file, 'image/png'), path: file } },
    parameters: { [name]: JSON.stringify(value), prompt: value },
    address: `/${path}`,
    texts: [value],
    file,
  }));

const table = fc
  .record({ query: hostile, name, cell: hostile, path: hostile })
  .map(({ query, name, cell, path }): Asked => ({
    client: 'huggingface_hub',
    task: 'table-question-answering',
    values: { query, table: { [name]: [cell, null as never] } },
    parameters: {},
    address: `/${path}`,
    texts: [query, name, cell],
  }));

function requestOf({ task, values, parameters, address }: Asked, url: string): Promise<InferenceRequest> {
  const destination = { endpointUrl: url + address, model: 'a/b' };
  const options = { parameters, stream: false, billTo: 'an-organization' };
  return requestFor(connectionAt(url), task, destination, values, options);
}

testWith('Python')(
  'F48: code for both libraries contains hostile inputs, names, files and URLs unchanged',
  async () => {
    const server = await serve(answerJson([]));
    const sandbox = await recordingSandbox();
    const connection = connectionAt(server.url, { token: 'hf_sandbox' });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(chat, image, table), {
          minLength: 20,
          maxLength: 40,
          selector: ({ file }) => file ?? {},
        }),
        async (cases) => {
          const folder = temporaryFolder();
          const codes: string[] = [];
          const sent: object[] = [];
          for (const one of cases) {
            const request = await requestOf(one, server.url);
            const options = { languages: ['python' as const], clients: [one.client] };
            const [snippet] = createSnippets(request, connection, options).snippets;
            expect(snippet).toBeDefined();
            codes.push(snippet?.code ?? '');
            if (program === undefined) continue;
            if (one.file !== undefined) await writeFile(join(folder, one.file), 'image');
            server.received.splice(0);
            await runRequest(connection, request).catch(() => undefined);
            sent.push(...(await Promise.all(server.received.map(normalizeRequest))));
          }
          const shapes = pythonShapes(codes);
          shapes.forEach(({ texts, unknown }, index) => {
            expect(unknown).toEqual([]);
            for (const text of cases[index]?.texts ?? []) expect(texts).toContain(text);
            expect(codes[index]).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
          });
          if (program === undefined) return;
          const pieces = codes.map((code) => ({ code, folder }));
          const runs = await runPython(program, { sandbox, elsewhere: server }, pieces);
          const posts = runs.map(({ posts }) => withoutEmptyParameters(posts[0] ?? {}));
          expect(posts).toEqual(sent.map(withoutEmptyParameters));
          expect(existsSync(join(folder, 'pwned'))).toBe(false);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  },
  // Each run starts a Python that loads both libraries.
  120_000,
);
