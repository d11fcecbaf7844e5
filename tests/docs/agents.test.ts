import { execFile } from 'node:child_process';
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clients, getClientConfig } from '../../packages/cli/src/mcp/clients.ts';
import { tools } from '../../packages/cli/src/mcp/tools.ts';
import { agentVariables } from '../../packages/cli/src/terminal/agent.ts';
import { cliInProcess } from '../support/cli-in-process.ts';
import { temporaryFolder } from '../support/process.ts';
import { testWith } from '../engine/snippets/support/programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');
const readJson = async (path: string) => JSON.parse(await read(path)) as Record<string, unknown>;
const page = await read('docs/agents.md');

test.each(clients)('the configuration of %s is the one that --print-config prints', async (client) => {
  const { stdout, stderr, code } = await cliInProcess(['mcp', '--print-config', client]);
  const [, language, block = ''] =
    new RegExp(`<!-- ${client} -->\\n\\n\`\`\`(\\w+)\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  expect([code, stderr]).toEqual([0, `Add this to ${getClientConfig(client)!.file}.\n`]);
  expect(page).toContain(`\`${getClientConfig(client)!.file}\``);
  if (language === 'json') expect(JSON.parse(block)).toEqual(JSON.parse(stdout));
  else expect(block).toBe(stdout);
});

test('the page names every tool with its arguments, and every variable', () => {
  for (const { name, inputSchema } of tools) {
    const [row = ''] = new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(page) ?? [];
    for (const argument of Object.keys(inputSchema.properties)) expect(row).toContain(`\`${argument}\``);
  }
  for (const variable of agentVariables) expect(page).toContain(`\`${variable}\``);
});

test('server.json and package.json agree, within the limits of the registry', async () => {
  const server = await readJson('server.json');
  const manifest = await readJson('package.json');
  expect(server).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: manifest['mcpName'],
    version: manifest['version'],
    packages: [{ registryType: 'npm', identifier: manifest['name'], version: manifest['version'] }],
  });
  expect(server['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(String(server['description']).length).toBeLessThanOrEqual(100);
});

test('the skill has a name and a description, and its commands exist', async () => {
  const skill = await read('skills/tryout/SKILL.md');
  const [, name, description = ''] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/.exec(skill) ?? [];
  expect([name, description.length <= 1024]).toEqual(['tryout', true]);
  for (const { name: tool } of tools) expect(skill).toContain(`\`${tool}\``);
  const folder = temporaryFolder();
  await cp(join(root, 'examples'), folder, { recursive: true });
  for (const line of skill.match(/^tryout (?!run detection).*$/gm) ?? []) {
    const command = line.replace(/#.*/, '').replace(' -m ORG/MODEL', '').trim();
    const words = command.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
    const { code } = await cliInProcess([...words.slice(1), '--sandbox', '--no-history'], { folder });
    expect([command, code]).toEqual([command, 0]);
  }
});

describe('the launcher of hf tryout', () => {
  const launcher = join(root, 'extensions/hf-tryout/hf-tryout');
  const start = async (programs: readonly string[]) => {
    const folder = temporaryFolder();
    for (const name of programs) {
      await writeFile(join(folder, name), `#!/bin/bash\necho ${name} "$@"\n`);
      await chmod(join(folder, name), 0o755);
    }
    const result = await promisify(execFile)('/bin/bash', [launcher, 'run', 'asr', 'a b.wav'], {
      env: { PATH: folder },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
    return { code: 0, ...result };
  };

  testWith('bash')('starts the command, or the package, or says what is missing', async () => {
    expect((await start(['tryout', 'npx'])).stdout).toBe('tryout run asr a b.wav\n');
    expect((await start(['npx'])).stdout).toBe('npx --yes tryout run asr a b.wav\n');
    expect(await start([])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('requires Node') as string,
    });
    expect(await readJson('extensions/hf-tryout/manifest.json')).toHaveProperty('description');
  });
});
