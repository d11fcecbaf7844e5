import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The rules of this project that oxlint lacks. `.oxlintrc.json` says where they apply.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of the engine's `request` without imports from `cost.ts`. */
const ofRequest = ['request/inference-request.ts', 'request/send-run.ts'];

const basics = ['errors', 'text', 'fields'];
const models = [...basics, 'results', 'tasks', 'http', 'hub'];

/** The folders and files of the engine, each with the others that it may import. */
const engineFolders = {
  text: [],
  errors: ['text'],
  fields: ['errors', 'text'],
  results: basics,
  tasks: [...basics, 'results'],
  http: basics,
  auth: [...basics, 'http'],
  hub: [...basics, 'results', 'tasks', 'http'],
  spec: [...basics, 'tasks', 'http'],
  'cost.ts': [...models, 'spec', ...ofRequest],
  request: [...models, 'spec', 'cost.ts'],
  snippets: [...models, 'spec', 'request'],
  session: [...models, 'auth', 'spec', 'request'],
  format: [...models, 'spec', 'cost.ts', 'request', 'session'],
  'search.ts': [...models, 'spec', 'session', 'format'],
  examples: [...models, 'session'],
  media: [...basics, 'results', 'format'],
  stored: [...models, 'spec', 'request', 'session', 'format', 'media'],
  batch: [...models, 'spec', 'cost.ts', 'request', 'format'],
  measure: [...models, 'spec', 'cost.ts', 'request', 'session', 'format', 'media', 'stored', 'batch'],
  'code-view.ts': ['http', 'hub', 'request', 'snippets'],
};

const shared = ['screen', 'context'];
const oneShot = [...shared, 'system', 'read-argv', 'deliver', 'history', 'web-server', 'batch'];
const picker = [...oneShot, 'text-editing'];
const interactive = [...picker, 'tui/hooks', 'tui/components'];

/** The folders of the command line, each with the other folders that it may import. */
const cliFolders = {
  screen: [],
  'web-server': [],
  'text-editing': ['screen'],
  system: ['screen'],
  context: ['screen'],
  'read-argv': shared,
  deliver: [...shared, 'read-argv'],
  history: [...shared, 'read-argv', 'deliver'],
  batch: [...shared, 'system', 'read-argv'],
  run: [...shared, 'system', 'read-argv', 'deliver', 'history'],
  mcp: [...shared, 'read-argv', 'deliver', 'history'],
  commands: [...oneShot, 'run', 'mcp'],
  tui: picker,
  'tui/hooks': picker,
  'tui/components': interactive,
  'tui/fields': interactive,
  'tui/results': interactive,
  'tui/screens': [...interactive, 'tui/fields', 'tui/results'],
};

const webBasics = ['lib', 'state', 'ui', 'styles'];
const webParts = [...webBasics, 'fields', 'results', 'parts'];

/** The folders of the web app, each with the other folders that it may import; `app` may import all of them. */
const webFolders = {
  styles: [],
  lib: [],
  state: ['lib'],
  ui: ['lib', 'state', 'styles'],
  fields: webBasics,
  results: webBasics,
  parts: webParts,
  'screens/start': webParts,
  'screens/run': webParts,
  'screens/chat': webParts,
  'screens/compare': webParts,
  'screens/batch': webParts,
  'screens/history': webParts,
  'screens/sign-in': webParts,
};

/** The folders of the sandbox, each with the other folders that it may import; the files beside them may import all. */
const sandboxFolders = {
  media: [],
  exchange: ['testing/state.ts'],
  models: ['media'],
  inference: ['media', 'exchange', 'models'],
  testing: ['exchange', 'inference'],
  hub: ['exchange', 'models', 'testing'],
  server: ['exchange', 'inference', 'hub', 'testing'],
};

/** @param everywhere files that all folders may import */
function zonesOf(source, folders, everywhere = []) {
  return Object.entries(folders).map(([folder, allowed]) => ({
    target: `${source}/${folder}`,
    from: [source],
    except: [folder, ...allowed, ...everywhere].map((name) => `${source}/${name}`),
    message: `'${folder}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}.`,
  }));
}

/** Modules in `target` import from `from` only what `except` lists. */
const zones = [
  ...zonesOf('packages/engine/src', engineFolders),
  ...zonesOf('packages/cli/src', cliFolders, ['runtime.ts', 'installation.ts']),
  ...zonesOf('packages/web/src', webFolders),
  ...zonesOf('packages/sandbox/src', sandboxFolders, [
    'define-model.ts',
    'optional-package.ts',
    'options.ts',
  ]),
  {
    target: 'packages/engine/src',
    from: ['packages/cli', 'packages/web', 'packages/sandbox'],
    message: 'The engine does not import the front ends or the sandbox.',
  },
  {
    target: 'packages/sandbox',
    from: ['packages/engine', 'packages/cli', 'packages/web'],
    message: 'The sandbox stands in for the Hub and shares no code with its clients.',
  },
  {
    target: 'packages/cli',
    from: ['packages/web'],
    message: 'The command line serves the built web app and shares only the engine with it.',
  },
  {
    target: 'packages/web',
    from: ['packages/engine/src/node', 'packages/cli', 'packages/sandbox'],
    message: 'The web app only imports the portable part of the engine.',
  },
];

/** Functions of `node:fs` that open a file by its name, or everything at once. */
const openers = new Set([
  ...['open', 'openSync', 'openAsBlob', 'readFile', 'readFileSync', 'createReadStream', 'createWriteStream'],
  ...['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'copyFile', 'copyFileSync'],
  ...['cp', 'cpSync', 'truncate', 'truncateSync', 'ReadStream', 'WriteStream', 'promises', 'default'],
]);

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/** The path of a module of this project, from its root; undefined for others. */
function pathOf(specifier, file) {
  const [name] = specifier.split('?');
  if (name.startsWith('.')) return toPath(resolve(dirname(file), name));
  const [, workspace, entry = 'index.ts'] = /^@tryout\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  return workspace && `packages/${workspace}/src/${entry}`;
}

const toPath = (file) => relative(root, file).replaceAll('\\', '/');

const importZones = {
  create(context) {
    const file = toPath(context.filename);
    const zonesOfFile = zones.filter(({ target }) => isIn(file, target));
    function check(source) {
      if (typeof source?.value !== 'string') return;
      const path = pathOf(source.value, context.filename);
      if (path === undefined) return;
      for (const { from, except = [], message } of zonesOfFile)
        if (from.some((folder) => isIn(path, folder)) && !except.some((folder) => isIn(path, folder)))
          context.report({ node: source, message });
    }
    const checkSource = ({ source }) => check(source);
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: checkSource,
      CallExpression: ({ callee, arguments: [source] }) => void (callee.name === 'require' && check(source)),
    };
  },
};

const noOpening = {
  create(context) {
    const message = 'Only a few modules open files: use openRegularFile, withFile, checkFile or replace.';
    const nameOf = ({ type, imported, local }) => {
      if (type === 'ImportDefaultSpecifier') return 'default';
      const name = imported ?? local;
      return name.name ?? name.value;
    };
    const isRestricted = (specifier) =>
      specifier.type === 'ImportNamespaceSpecifier' || openers.has(nameOf(specifier));
    function check({ source, specifiers }) {
      if (!/^(?:node:)?fs(?:\/promises)?$/.test(source?.value)) return;
      for (const node of specifiers.filter(isRestricted)) context.report({ node, message });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: (node) =>
        check({ source: node.source, specifiers: [{ ...node, type: 'ImportNamespaceSpecifier' }] }),
    };
  },
};

/** For names from outside. */
const ownNames = {
  create(context) {
    const message = 'Use Object.hasOwn: `in` also finds names that all objects have, such as constructor.';
    return {
      BinaryExpression(node) {
        const { operator, left } = node;
        if (operator === 'in' && left.type !== 'Literal' && left.type !== 'PrivateIdentifier')
          context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: 'tryout' },
  rules: { 'import-zones': importZones, 'no-opening': noOpening, 'own-names': ownNames },
};
