// @module-tag nightly
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect } from 'vitest';
import { imageAssistant } from '../../packages/sandbox/src/models/assistant/image-assistant.ts';
import { models } from '../../packages/sandbox/src/models/index.ts';
import { testWith } from '../engine/snippets/support/programs.ts';
import { ensureBuilt, launcher } from '../support/built-cli.ts';
import { isolatedEnvironment, temporaryFolder, waitForExit } from '../support/process.ts';
import { recordingSandbox } from '../support/recording-sandbox.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Models of the Hub that the documentation names, and the models of the sandbox that answer for them. */
const standIns: Readonly<Record<string, string>> = {
  'Qwen/Qwen3-8B': imageAssistant.id,
  'google/vit-base-patch16-224': 'sandbox/named-colors',
  'facebook/bart-large-cnn': 'sandbox/word-frequency-summary',
  'google-bert/bert-base-uncased': 'sandbox/n-gram-mask',
  'Salesforce/blip-image-captioning-base': 'sandbox/shape-captioner',
};

const sandbox = await recordingSandbox({
  program: [process.execPath, launcher],
  models: Object.entries(standIns).map(([id, other]) => ({
    ...models.find((model) => model.id === other)!,
    id,
    library: 'transformers',
  })),
});

interface Command {
  readonly line: string;
  /** What it prints; undefined where the page does not show it. */
  readonly output?: string;
}

/** The commands of the shell blocks of a page, in order. */
async function readCommands(page: string): Promise<Command[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^```(sh|console)\n(.*?)^```/gms)].flatMap(
    ([, language, block = '']): Command[] => {
      if (language === 'sh')
        return block
          .trim()
          .split('\n')
          .map((line) => ({ line }));
      return block
        .split(/^\$ /m)
        .slice(1)
        .map((each) => {
          const end = each.indexOf('\n');
          return { line: each.slice(0, end), output: each.slice(end + 1) };
        });
    },
  );
}

/** They open a screen, a browser or a server, or need a network. */
const isInteractive = (line: string) =>
  /^(?:git|npm|cd) |^tryout(?: login| web| sandbox| chat -m \S+| open .*)?\s*(?:#.*)?$/.test(line);

let path = '';

beforeAll(async () => {
  ensureBuilt();
  path = temporaryFolder();
  await writeFile(join(path, 'tryout'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, {
    mode: 0o755,
  });
});

describe('T12: the commands of the documentation run as printed', () => {
  testWith('bash', 'jq')(
    'README.md, docs/usage.md, docs/snippets.md, docs/batch.md',
    { timeout: 900_000 },
    async () => {
      for (const page of ['README.md', 'docs/usage.md', 'docs/snippets.md', 'docs/batch.md']) {
        const folder = temporaryFolder();
        const work = join(folder, 'examples');
        await mkdir(work);
        await cp(join(root, 'examples'), work, { recursive: true });
        const environment = isolatedEnvironment(folder, {
          PATH: `${path}:${process.env['PATH']}`,
          HF_ENDPOINT: sandbox.hubUrl,
          HF_INFERENCE_ENDPOINT: sandbox.inferenceUrl,
          HF_TOKEN: sandbox.token,
        });
        for (const { line, output } of await readCommands(page)) {
          if (isInteractive(line)) continue;
          // The Hub has none of these models and datasets.
          expect(line).not.toMatch(/\bsandbox\/(?!.* --sandbox)/);
          const child = spawn('bash', ['-o', 'pipefail', '-c', `{ ${line.replace(/\s+#.*/, '')}; } 2>&1`], {
            cwd: work,
            env: environment,
          });
          child.stdin.end();
          const { code, stdout: printed } = await waitForExit(child);
          // Only slow machines print it.
          const stdout = printed.replace(/^Waiting for standard input.*\n/gm, '');
          expect({ page, line, code, stdout }).toEqual({ page, line, code: 0, stdout: output ?? stdout });
        }
      }
    },
  );
});
