import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  buildRequest,
  fileFromBlob,
  findRoute,
  isFailure,
  run,
  snippetsOf,
  taskNamed,
  type InferenceRequest,
  type Parameters,
  type TaskId,
  type Values,
} from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionAt } from '../support/ask.ts';
import { sendJson, serve } from '../support/loopback.ts';
import { temporaryFolder } from '../support/process.ts';
import { runModules } from './support/run-modules.ts';
import { essenceOf } from './support/same-request.ts';

/** What leaves a quoted text of JavaScript, and leaves a file behind if it is ever run. */
const breakouts = [
  '"); (await import("node:fs")).writeFileSync("pwned", ""); ("',
  '${(await import("node:fs")).writeFileSync("pwned", "")}',
  "'); (await import('node:fs')).writeFileSync('pwned', ''); ('",
  '` + (await import("node:fs")).writeFileSync("pwned", "") + `',
  '\\"); (await import("node:fs")).writeFileSync("pwned", ""); //',
  '*/ (await import("node:fs")).writeFileSync("pwned", ""); /*',
  '\n}); (await import("node:fs")).writeFileSync("pwned", ""); ({\n',
  'openAsBlob( writeFile( readFile(',
  '</script>',
];

const characters = [
  ...'\'"`\\${}()[]<>/*;:,.%#?&=+- \t\n\r',
  ...['\u0000', '\u0007', '\u001b', '\u0085', '\u00a0', '\u200b', '\u200d', '\u202e'],
  ...['\u2028', '\u2029', '\ufeff', '\ud800', '\u{e0001}', 'é', '漢', '🙂', 'u', 'x', '0'],
];

const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...breakouts), fc.constantFrom(...characters), fc.string({ unit: 'binary' })),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');

/** Names that the library takes for itself are told of, not sent: they are tried elsewhere. */
const name = hostile.filter((text) => !text.includes('__proto__')).map((text) => text.replaceAll('.', '_'));

const parameters = fc.uniqueArray(
  fc.record({
    name,
    place: fc.constantFrom('parameters' as const, 'body' as const),
    value: fc.oneof(hostile, fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })) as fc.Arbitrary<string>,
  }),
  { selector: ({ name }) => name, maxLength: 2 },
) satisfies fc.Arbitrary<Parameters>;

/** Half surrogate pairs are no text that a path or a URL could hold. */
const wellFormed = (text: string) => Buffer.from(text).toString();

const picture = fc.record({
  name: hostile.map(
    (text) => `${wellFormed(text.replaceAll('/', '_').replaceAll('\0', '_').slice(0, 40))}.png`,
  ),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

interface Asked {
  readonly client: string;
  readonly task: TaskId;
  readonly values: Values;
  readonly path: string;
  readonly parameters: Parameters;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

const fileOf = ({ name, bytes }: NonNullable<Asked['file']>) => ({
  ...fileFromBlob(new Blob([new Uint8Array(bytes)]), name, 'image/png'),
  path: name,
});

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
      file: picture,
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
  fc.record({ file: picture, path: address }).map((rest) => ({
    client: 'huggingface.js',
    task: 'image-classification' as const,
    values: { image: fileOf(rest.file) },
    parameters: [],
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

test("F48: whatever stands in inputs, names, files and addresses, the code sends the run's request and runs nothing else", async () => {
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
        const route = await findRoute(connection, taskNamed(task), destination);
        const request: InferenceRequest = await buildRequest(taskNamed(task), route, values, {
          parameters,
          stream: false,
          billTo: 'an-organisation',
        });
        const options = { languages: ['js'], clients: [client] } as const;
        const { snippets, missing } = snippetsOf(request, connection, options);
        expect(missing).toEqual([]);
        server.received.splice(0);
        // What the server answers does not matter here.
        await run(connection, request).catch((error: unknown) => {
          if (!isFailure(error)) throw error;
        });
        for (const received of server.received) sent.push(await essenceOf(received));
        const code = snippets[0]?.code ?? '';
        // Nothing in code may steer what shows it (F1, F3).
        expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
        codes.push({ code, folder });
      }
      expect(sent).toHaveLength(cases.length);
      const at = { hubUrl: server.url, inferenceUrl: server.url, requests: server.received };
      const ran = await runModules(at, codes);
      expect(ran.map(({ error }) => error)).toEqual(ran.map(() => undefined));
      expect(ran.flatMap(({ posts }) => posts)).toEqual(sent);
      expect(codes.filter(({ folder }) => existsSync(join(folder, 'pwned')))).toEqual([]);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
