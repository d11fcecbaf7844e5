// @module-tag nightly
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { isFailure, createSnippets, type TaskId, type Values } from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { sendJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { fileOf, hostile, parameters, image, wellFormed, type HostileImage } from './support/hostile.ts';
import { bothAt, runModules } from './support/run-modules.ts';
import { normalizeRequest } from './support/normalize-request.ts';

interface Asked {
  readonly client: string;
  readonly task: TaskId;
  readonly values: Values;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly file?: HostileImage;
}

const address = hostile.map((text) => `/x${wellFormed(text)}`);

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ text: hostile, parameters, path: address }).map(({ text, ...rest }) => ({
    client: 'huggingface.js',
    task: 'token-classification' as const,
    values: { text },
    ...rest,
  })),
  fc
    .record({
      file: image,
      labels: fc.array(hostile, { minLength: 1, maxLength: 3 }),
      parameters,
      path: address,
    })
    .map(({ labels, ...rest }) => ({
      client: 'huggingface.js',
      task: 'zero-shot-image-classification' as const,
      values: { image: fileOf(rest.file), candidateLabels: labels },
      ...rest,
    })),
  fc.record({ file: image, path: address }).map((rest) => ({
    client: 'huggingface.js',
    task: 'image-classification' as const,
    values: { image: fileOf(rest.file) },
    parameters: {},
    ...rest,
  })),
  fc
    .record({ client: fc.constantFrom('huggingface.js', 'openai'), text: hostile, parameters })
    .map(({ text, ...rest }) => ({
      task: 'text-generation' as const,
      values: { text },
      path: '/v1/chat/completions',
      ...rest,
    })),
);

test('F48: code with hostile inputs, names, files and URLs sends the request of the run and executes nothing else', async () => {
  const server = await serve(({ url }, response) => {
    if (!url.endsWith('/chat/completions')) return sendJson(response, []);
    return sendJson(response, { choices: [{ index: 0, message: { role: 'assistant', content: 'x' } }] });
  });
  const connection = connectionAt(server.url, { token: 'hf_sandbox' });
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 20, maxLength: 40 }), async (cases) => {
      const sent: object[] = [];
      const codes: { code: string; folder: string }[] = [];
      for (const { client, task, values, path, parameters, file } of cases) {
        const folder = temporaryFolder();
        if (file) await writeFile(join(folder, file.name), file.bytes);
        const destination = { endpointUrl: server.url + path, model: 'a/b' };
        const request = await requestFor(connection, task, destination, values, {
          parameters,
          stream: false,
          billTo: 'an-organization',
        });
        const options = { languages: ['js'], clients: [client] } as const;
        const { snippets, missing } = createSnippets(request, connection, options);
        expect(missing).toEqual([]);
        server.received.splice(0);
        // The response does not matter here.
        await runRequest(connection, request).catch((error: unknown) => {
          if (!isFailure(error)) throw error;
        });
        for (const received of server.received) sent.push(await normalizeRequest(received));
        const code = snippets[0]?.code ?? '';
        // Snippets must not contain terminal control characters (F1, F3).
        expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
        codes.push({ code, folder });
      }
      expect(sent).toHaveLength(cases.length);
      const ran = await runModules(bothAt(server), codes);
      expect(ran.map(({ error }) => error)).toEqual(ran.map(() => undefined));
      expect(ran.flatMap(({ posts }) => posts)).toEqual(sent);
      expect(codes.filter(({ folder }) => existsSync(join(folder, 'pwned')))).toEqual([]);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
