import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const engine = './packages/engine/src';

/** The rooms of the engine, each with the rooms that it may import besides itself. */
const rooms = {
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
  search: ['text', 'http', 'hub'],
  form: ['errors', 'text', 'fields', 'tasks', 'http', 'hub', 'request', 'session'],
  format: ['errors', 'text', 'fields', 'results', 'tasks', 'http', 'hub', 'request', 'session', 'form'],
  media: ['text', 'fields', 'results', 'format'],
  'code-view': ['http', 'hub', 'request', 'snippets'],
};

const roomZones = Object.entries(rooms).map(([room, allowed]) => ({
  target: `${engine}/${room}`,
  from: engine,
  except: [room, ...allowed].map((name) => `./${name}`),
  message: `The room '${room}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other room'}.`,
}));

const tui = './packages/cli/src/tui';

/** What the screens of the terminal picker are made of knows none of them; the frame shows them by their table. */
const tuiZones = [
  {
    target: ['hooks', 'fields', 'results'].map((room) => `${tui}/${room}`),
    from: `${tui}/screens`,
    message: 'What screens are made of knows none of them.',
  },
  {
    target: ['terminal', 'text-editing', 'files', 'inputs', 'results', 'sign-in', 'system'].map(
      (room) => `./packages/cli/src/${room}`,
    ),
    from: tui,
    message: 'What a terminal can do and how texts are edited has nothing to do with React.',
  },
];

const web = './packages/web/src';

/** The rooms of the web app, each with the rooms that it may import besides itself; `app` puts them together. */
const webRooms = {
  lib: [],
  styles: [],
  fields: ['lib', 'styles'],
  results: ['lib', 'styles'],
  'features/auth': ['lib', 'styles'],
  'features/picker': ['lib', 'styles'],
  'features/snippets': ['lib', 'styles'],
  'features/try-out': ['lib', 'styles', 'fields', 'results'],
};

const webZones = Object.entries(webRooms).map(([room, allowed]) => ({
  target: `${web}/${room}`,
  from: web,
  except: [room, ...allowed].map((name) => `./${name}`),
  message: `'${room}' may import ${allowed.length > 0 ? allowed.join(', ') : 'no other room'}: features know nothing of each other.`,
}));

const zones = [
  ...roomZones,
  ...tuiZones,
  ...webZones,
  {
    target: engine,
    from: ['./packages/cli', './packages/web', './packages/sandbox'],
    message: 'The engine knows no front end.',
  },
  {
    target: './packages/sandbox',
    from: ['./packages/engine', './packages/cli', './packages/web'],
    message: 'The sandbox is a counterpart, not a client: it shares no code.',
  },
  {
    target: './packages/cli',
    from: './packages/web',
    message: 'The command line serves the built web app, and shares no code with it but the engine.',
  },
  {
    target: './packages/cli/src/web-server',
    from: [tui, './packages/cli/src/commands'],
    message: 'The server of the web app stands beside the commands and the terminal interface.',
  },
  {
    target: './packages/cli/src/commands',
    from: tui,
    message: 'One-shot commands load no terminal interface.',
  },
  {
    target: tui,
    from: './packages/cli/src/commands',
    message: 'The terminal interface stands beside the one-shot commands.',
  },
  {
    target: './packages/web',
    from: [`${engine}/node`, './packages/cli', './packages/sandbox'],
    message: 'The web app runs on the browser half of the engine.',
  },
];

export default typescript.config(
  { ignores: ['**/dist/**', '**/types/**', '**/node_modules/**'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...typescript.configs.stylistic,
  {
    plugins: { 'import-x': importX },
    settings: {
      // Without these no-cycle looks into no TypeScript file.
      'import-x/extensions': ['.ts', '.tsx', '.mts', '.mjs'],
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          noWarnOnMultipleProjects: true,
          project: ['packages/*/tsconfig.json', 'tests/tsconfig.json'],
        }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
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
            { group: ['node:*', 'undici', 'react', 'env-paths'], message: 'Only ./node may use Node.' },
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
              message: 'Commands start fast: only the picker, which they load on demand, draws with Ink.',
            },
          ],
        },
      ],
    },
  },
  { files: ['packages/cli/src/tui/**'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['packages/web/src/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'What comes from elsewhere is text; nothing is written as markup (F28).',
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
        { object: 'process', property: 'exit', message: 'Only main.ts ends the process.' },
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
