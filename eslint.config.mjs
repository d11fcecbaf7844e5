import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const engine = './packages/engine/src';

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
  request: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub'],
  snippets: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'request'],
  session: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'auth', 'hub', 'request'],
  search: ['text', 'http', 'hub', 'session', 'format'],
  examples: ['errors', 'text', 'fields', 'tasks', 'http', 'hub', 'session'],
  format: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'request', 'session'],
  media: ['text', 'fields', 'results', 'format'],
  metrics: ['errors', 'text', 'fields', 'results', 'tasks', 'format', 'media', 'batch'],
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
    'request',
    'session',
    'format',
    'media',
    'metrics',
    'runs',
  ],
  'code-view': ['http', 'hub', 'request', 'snippets'],
  batch: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'request', 'format'],
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
      ],
    },
  },
  {
    files: ['packages/**', 'tests/**'],
    ignores: ['packages/cli/src/main.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit', message: 'Only main.ts may exit the process.' },
      ],
    },
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
