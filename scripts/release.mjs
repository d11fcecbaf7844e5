// Writes what depends on the owner of a release into the working tree. Publishes nothing.
// Usage: npm run release -- --owner NAME --repository URL
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const EXTENSION = 'extensions/hf-tryout/hf-tryout';

const locate = (path) => new URL(`../${path}`, import.meta.url);

function refuse(message) {
  console.error(`error: ${message}`);
  console.error('hint: npm run release -- --owner NAME --repository https://github.com/NAME/REPOSITORY');
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({ options: { owner: { type: 'string' }, repository: { type: 'string' } } }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

const { owner = '', repository = '' } = readOptions();
// The rules of GitHub for names of users and organizations.
if (!/^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(owner) || /^(?:OWNER|NAME)$/.test(owner))
  refuse(`'${owner}' is not the name of a user or an organization on GitHub`);
const [, repositoryOwner, repositoryName] =
  /^https:\/\/github\.com\/([a-z\d-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(repository) ?? [];
if (!repositoryName || /^(?:\.+|REPOSITORY)$/.test(repositoryName))
  refuse(`'${repository}' is not the URL of a repository on GitHub`);
// The registry of MCP servers accepts a name only from its owner.
if (repositoryOwner.toLowerCase() !== owner.toLowerCase())
  refuse(`The repository belongs to ${repositoryOwner}, not to ${owner}`);

const url = `https://github.com/${repositoryOwner}/${repositoryName}`;
const serverName = `io.github.${owner}/tryout`;
const readJson = async (path) => JSON.parse(await readFile(locate(path), 'utf8'));

const {
  name,
  version,
  mcpName: _mcpName,
  repository: _repository,
  ...manifest
} = await readJson('package.json');
const { $schema, name: _name, repository: _server, packages, ...server } = await readJson('server.json');
const extension = await readFile(locate(EXTENSION), 'utf8');

const fallback = `if command -v npx >/dev/null 2>&1; then\n  exec npx --yes ${name} "$@"\nfi\n`;
const files = {
  'package.json': {
    name,
    version,
    mcpName: serverName,
    repository: { type: 'git', url: `git+${url}.git` },
    ...manifest,
  },
  'server.json': {
    $schema,
    name: serverName,
    repository: { url, source: 'github' },
    ...server,
    packages: packages.map((each) => ({ ...each, runtimeHint: 'npx' })),
  },
};
for (const [path, content] of Object.entries(files))
  await writeFile(locate(path), `${JSON.stringify(content, null, 2)}\n`);
if (!extension.includes(fallback))
  await writeFile(locate(EXTENSION), extension.replace(/^echo 'error/m, `${fallback}$&`));
console.log(`Wrote ${[...Object.keys(files), EXTENSION].join(', ')}. Nothing was published.`);
