// @module-tag nightly
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { isFailure, createSnippets, type InferenceRequest, type TaskId, type Values } from '@tryout/engine';
import { describe, expect } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { sendJson, serve, type ReceivedRequest } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import {
  entryName,
  fileOf,
  hostile,
  parameters,
  image,
  wellFormed,
  type HostileImage,
} from './support/hostile.ts';
import { programsOf, testWith } from './support/programs.ts';
import { runCode } from './support/run-code.ts';
import { normalizeRequest } from './support/normalize-request.ts';

const cell = fc.array(hostile, { minLength: 1, maxLength: 2 });

/** The inputs of a task with their files. */
interface Inputs {
  readonly task: TaskId;
  readonly values: Values;
  readonly files: readonly HostileImage[];
}

const inputs: fc.Arbitrary<Inputs> = fc.oneof(
  hostile.map((text) => ({ task: 'text-generation' as const, values: { text }, files: [] })),
  hostile.map((text) => ({ task: 'text-classification' as const, values: { text }, files: [] })),
  fc
    .record({ text: hostile, candidateLabels: fc.array(hostile, { minLength: 1, maxLength: 3 }) })
    .map((values) => ({
      task: 'zero-shot-classification' as const,
      values,
      files: [],
    })),
  fc
    .record({ query: hostile, table: fc.dictionary(entryName, cell, { minKeys: 1, maxKeys: 2 }) })
    .map((values) => ({
      task: 'table-question-answering' as const,
      values,
      files: [],
    })),
  image.map((file) => ({
    task: 'image-classification' as const,
    values: { image: fileOf(file) },
    files: [file],
  })),
  fc.record({ question: hostile, file: image }).map(({ question, file }) => ({
    task: 'visual-question-answering' as const,
    values: { question, image: fileOf(file) },
    files: [file],
  })),
);

const asked = fc.record({ inputs, parameters, address: hostile, model: hostile });

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

function nameTheSameFile(one: Asked, other: Asked): boolean {
  const [first] = one.inputs.files;
  return first !== undefined && first.name === other.inputs.files[0]?.name;
}

/** Runs the snippets in sequence; JavaScript snippets each get their own file. */
async function runAll(client: string, requests: readonly InferenceRequest[], url: string, folder: string) {
  const connection = connectionAt(url, { token: 'hf_sandbox' });
  const codes = requests.map((request) => {
    const [snippet] = createSnippets(request, connection, { clients: [client] }).snippets;
    if (!snippet) throw new Error(`no ${client} snippet`);
    return snippet;
  });
  // Snippets must not contain terminal control characters (F1, F3).
  for (const { code } of codes) expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
  const [first] = codes;
  if (!first) return;
  const isModule = first.language === 'js';
  const parts = await Promise.all(
    codes.map(async ({ code }, index) => {
      if (!isModule) return code;
      await writeFile(join(folder, `part-${index}.mjs`), code);
      return `await import("./part-${index}.mjs");\n`;
    }),
  );
  const ended = await runCode(first.language, parts.join('\n'), { folder, alone: true });
  expect(ended, codes.map(({ code }) => code).join('\n')).toMatchObject({ code: 0 });
}

/** A chat sends its model in the body and is recognized by the end of the URL. */
const CHAT = '/v1/chat/completions';

async function requestOf({ inputs: { task, values }, parameters, address, model }: Asked, url: string) {
  const connection = connectionAt(url, { token: 'hf_sandbox' });
  const path = `/x${wellFormed(address)}`;
  const endpointUrl = url + (task === 'text-generation' ? path.replace(/[?#]/g, '') + CHAT : path);
  return requestFor(connection, task, { endpointUrl, model: `a/${model}` }, values, {
    parameters,
    stream: false,
    billTo: 'an-organization',
  });
}

/** Replies with a valid response for every request. */
function answer({ url }: ReceivedRequest, response: ServerResponse): void {
  const message = { role: 'assistant', content: 'x' };
  sendJson(response, url.endsWith(CHAT) ? { choices: [{ index: 0, message }] } : []);
}

describe.each(['curl', 'requests', 'fetch'] as const)('%s', (client) => {
  testWith(...programsOf[client])(
    'F48: code with hostile inputs, ids, names, files and URLs sends the request of the run and executes nothing else',
    // Starts many processes.
    { timeout: 180_000 },
    async () => {
      const server = await serve(answer);
      const connection = connectionAt(server.url, { token: 'hf_sandbox' });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(asked, { minLength: 1, maxLength: 16, comparator: nameTheSameFile }),
          async (cases) => {
            const folder = temporaryFolder();
            const requests: InferenceRequest[] = [];
            server.received.splice(0);
            for (const one of cases) {
              for (const { name, bytes } of one.inputs.files) await writeFile(join(folder, name), bytes);
              const request = await requestOf(one, server.url);
              requests.push(request);
              // The response does not matter here.
              await runRequest(connection, request).catch((error: unknown) => {
                if (!isFailure(error) || error.name !== 'OutputError') throw error;
              });
            }
            const sent = await Promise.all(server.received.splice(0).map(normalizeRequest));
            await runAll(client, requests, server.url, folder);
            expect(await Promise.all(server.received.splice(0).map(normalizeRequest))).toEqual(sent);
            expect(existsSync(join(folder, 'pwned'))).toBe(false);
          },
        ),
        { numRuns: 8, endOnFailure: true },
      );
    },
  );
});
