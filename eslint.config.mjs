import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const engine = './packages/engine/src';

/** Files of `request` without imports from `cost`. */
const ofRequest = ['request/inference-request.ts', 'request/run.ts'];

/** The folders of the engine, each with the other folders that it may import. */
const engineFolders = {
  text: [],
  errors: ['text'],
  fields: ['errors', 'text'],
  results: ['errors', 'text', 'fields'],
  tasks: ['errors', 'text', 'fields', 'results'],
  http: ['errors', 'text', 'fields'],
  auth: ['errors', 'text', 'fields', 'http'],
  hub: ['errors', 'text', 'fields', 'results', 'tasks', 'http'],
  cost: ['errors', 'text', 'fields', 'tasks', 'http', 'hub', ...ofRequest],
  request: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'cost'],
  snippets: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'request'],
  session: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'auth', 'hub', 'request'],
  search: ['text', 'http', 'hub', 'session', 'format'],
  examples: ['errors', 'text', 'fields', 'tasks', 'http', 'hub', 'session'],
  format: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'cost', 'request', 'session'],
  media: ['text', 'fields', 'results', 'format'],
  metrics: ['errors', 'text', 'fields', 'results', 'tasks', 'cost', 'format', 'media', 'batch'],
  runs: [
    'errors',
    'text',
    'fields',
    'results',
    'tasks',
    'http',
    'hub',
    'request',
    'session',
    'format',
    'media',
  ],
  compare: [
    'errors',
    'text',
    'fields',
    'results',
    'tasks',
    'http',
    'cost',
    'request',
    'session',
    'format',
    'media',
    'metrics',
    'runs',
  ],
  'code-view': ['http', 'hub', 'request', 'snippets'],
  batch: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'cost', 'request', 'format'],
};

const engineZones = Object.entries(engineFolders).map(([folder, allowed]) => ({
  target: `${engine}/${folder}`,
  from: engine,
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `'${folder}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}.`,
}));

const cli = './packages/cli/src';

const shared = ['terminal', 'files', 'context'];
const oneShot = [...shared, 'system', 'sign-in', 'inputs', 'results', 'history', 'web-server', 'batch'];
const interactive = [...oneShot, 'text-editing', 'tui/hooks', 'tui/components'];

/** The folders of the command line, each with the other folders that it may import. */
const cliFolders = {
  terminal: [],
  files: [],
  'web-server': [],
  'text-editing': ['terminal'],
  system: ['terminal'],
  context: ['terminal', 'files'],
  'sign-in': shared,
  inputs: shared,
  results: ['terminal', 'files'],
  history: [...shared, 'inputs', 'results'],
  batch: [...shared, 'inputs'],
  run: [...shared, 'system', 'inputs', 'results', 'history', 'batch'],
  'hub-jobs': [...shared, 'system', 'batch', 'run'],
  mcp: [...shared, 'inputs', 'results', 'history', 'run'],
  commands: [...oneShot, 'run', 'hub-jobs', 'mcp'],
  tui: [...oneShot, 'text-editing'],
  'tui/hooks': oneShot,
  'tui/components': interactive,
  'tui/fields': interactive,
  'tui/results': interactive,
  'tui/screens': [...interactive, 'tui/fields', 'tui/results'],
};

const cliZones = Object.entries(cliFolders).map(([folder, allowed]) => ({
  target: `${cli}/${folder}`,
  from: cli,
  except: [...new Set([folder, ...allowed, 'runtime.ts', 'version.ts'])].map((name) => `./${name}`),
  message: `'${folder}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}.`,
}));

/** For names from outside. */
const ownNames = {
  selector: 'BinaryExpression[operator="in"][left.type!="Literal"][left.type!="PrivateIdentifier"]',
  message: 'Use Object.hasOwn: `in` also finds names that all objects have, such as constructor.',
};

const web = './packages/web/src';

/** The folders of the web app, each with the other folders that it may import; `app` may import all of them. */
const webFolders = {
  styles: [],
  lib: [],
  state: ['lib'],
  ui: ['lib', 'state', 'styles'],
  fields: ['lib', 'state', 'ui', 'styles'],
  results: ['lib', 'state', 'ui', 'styles'],
  'features/auth': ['lib', 'state', 'ui', 'styles'],
  'features/history': ['lib', 'state', 'ui', 'styles'],
  'features/picker': ['lib', 'state', 'ui', 'styles', 'results'],
  'features/snippets': ['lib', 'state', 'ui', 'styles'],
  'features/try-out': ['lib', 'state', 'ui', 'styles', 'fields', 'results'],
};

const webZones = Object.entries(webFolders).map(([folder, allowed]) => ({
  target: `${web}/${folder}`,
  from: web,
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `'${folder}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}: features do not import each other.`,
}));

const sandbox = './packages/sandbox/src';

/** The folders of the sandbox, each with the other folders that it may import; the files beside them may import all. */
const sandboxFolders = {
  media: [],
  exchange: [],
  models: ['media'],
  inference: ['media', 'exchange', 'models'],
  misbehaving: ['exchange', 'inference'],
  oauth: ['exchange'],
  hub: ['exchange', 'models', 'misbehaving', 'oauth'],
  server: ['exchange', 'inference', 'hub'],
};

const sandboxZones = Object.entries(sandboxFolders).map(([folder, allowed]) => ({
  target: `${sandbox}/${folder}`,
  from: sandbox,
  except: [folder, ...allowed, 'define-model.ts', 'optional-package.ts', 'options.ts'].map(
    (name) => `./${name}`,
  ),
  message: `'${folder}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}.`,
}));

const zones = [
  ...engineZones,
  ...cliZones,
  ...webZones,
  ...sandboxZones,
  {
    target: engine,
    from: ['./packages/cli', './packages/web', './packages/sandbox'],
    message: 'The engine does not import the front ends or the sandbox.',
  },
  {
    target: './packages/sandbox',
    from: ['./packages/engine', './packages/cli', './packages/web'],
    message: 'The sandbox stands in for the Hub and shares no code with its clients.',
  },
  {
    target: './packages/cli',
    from: './packages/web',
    message: 'The command line serves the built web app and shares only the engine with it.',
  },
  {
    target: './packages/web',
    from: [`${engine}/node`, './packages/cli', './packages/sandbox'],
    message: 'The web app only imports the portable part of the engine.',
  },
];

/** Functions of `node:fs` that open a file by its name, or everything at once. */
const opening = [
  ...['open', 'openSync', 'openAsBlob', 'readFile', 'readFileSync', 'createReadStream', 'createWriteStream'],
  ...[
    'writeFile',
    'writeFileSync',
    'appendFile',
    'appendFileSync',
    'copyFile',
    'copyFileSync',
    'cp',
    'cpSync',
  ],
  ...['truncate', 'truncateSync', 'ReadStream', 'WriteStream', 'promises', 'default'],
];

/** The modules that may open files. All others read through `permitted-files.ts`, and write through these. */
const openers = [
  // Files that users, data, links and agents name.
  `${engine}/node/permitted-files.ts`,
  // Tryout's own files.
  ...['batch-output', 'file-lock', 'history-index', 'private-file'].map(
    (name) => `${engine}/node/${name}.ts`,
  ),
  // Results, under names that users choose.
  './packages/cli/src/files/save-file.ts',
  // The installed program.
  './packages/cli/src/hub-jobs/pack.ts',
].map((path) => path.slice(2));
const exit = { object: 'process', property: 'exit', message: 'Only main.ts may exit the process.' };

const storedMessage =
  'Only state/stored keeps something in the browser, so that it can be listed and forgotten.';
const storages = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'].map((name) => ({
  name,
  message: storedMessage,
}));

export default typescript.config(
  { ignores: ['**/dist/**', '**/types/**', '**/node_modules/**'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...typescript.configs.stylistic,
  {
    files: ['packages/**'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx', '.mts', '.mjs'],
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          noWarnOnMultipleProjects: true,
          project: ['packages/*/tsconfig.json'],
        }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
    },
  },
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      eqeqeq: 'error',
    },
  },
  {
    files: ['packages/engine/src/**'],
    ignores: ['packages/engine/src/node/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'undici', 'react', 'env-paths'],
              message: 'Only src/node may use Node.js: the engine also runs in browsers.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/cli/src/**'],
    ignores: ['packages/cli/src/tui/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['react', 'react/*', 'ink', 'ink-select-input', 'ink-text-input'],
              message: 'Only the picker uses Ink. It is loaded on demand, so that commands start fast.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/engine/src/**', 'packages/cli/src/**'],
    ignores: openers,
    rules: {
      // The rule of ESLint itself is in use above.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({
            name,
            importNames: opening,
            message: 'Only a few modules open files: use openRegularFile, withFile, checkFile or replace.',
          })),
        },
      ],
    },
  },
  {
    files: ['packages/cli/src/tui/**', 'packages/web/src/**'],
    plugins: { 'react-hooks': reactHooks },
    // The plugin's other rules are for React's compiler, which the build does not use.
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
  },
  {
    files: ['packages/web/src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Render content from elsewhere as text, never as markup (F28).',
        },
        ownNames,
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'downshift',
              importNames: ['useCombobox', 'useSelect', 'useMultipleSelection', 'default'],
              message: 'Use ui/combobox/use-combobox.ts, which chooses nothing by itself.',
            },
          ],
        },
      ],
    },
  },
  { files: ['packages/web/src/ui/combobox/use-combobox.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['packages/**', 'tests/**'],
    ignores: ['packages/cli/src/main.ts'],
    rules: {
      'no-restricted-properties': ['error', exit],
    },
  },
  {
    files: ['packages/web/src/**'],
    ignores: ['packages/web/src/state/stored/**'],
    rules: {
      'no-restricted-globals': ['error', ...storages],
      'no-restricted-properties': [
        'error',
        exit,
        ...['window', 'globalThis', 'self'].flatMap((object) =>
          storages.map(({ name, message }) => ({ object, property: name, message })),
        ),
        ...['storage', 'serviceWorker', 'credentials'].map((property) => ({
          object: 'navigator',
          property,
          message: storedMessage,
        })),
        { object: 'document', property: 'cookie', message: storedMessage },
      ],
    },
  },
  {
    files: ['packages/engine/src/**', 'packages/cli/src/**'],
    rules: { 'no-restricted-syntax': ['error', ownNames] },
  },
  {
    files: ['**/*.mjs', '**/*.mts', 'bin/*.js', 'tests/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        require: 'readonly',
        module: 'writable',
        fetch: 'readonly',
        setTimeout: 'readonly',
        TextDecoder: 'readonly',
        clearTimeout: 'readonly',
        performance: 'readonly',
      },
    },
  },
  { files: ['bin/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
