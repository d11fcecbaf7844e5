import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type UserConfig } from 'vite';
import { pageGroups } from '../../scripts/build/page-groups.mjs';
import { trimDownshift } from '../../scripts/build/trim-downshift.mjs';

/** Vite names modules with slashes on Windows too. */
const folder = (path: string) => normalizePath(fileURLToPath(new URL(path, import.meta.url)));

const modules = folder('../../node_modules/');
const source = folder('src/');
const engine = folder('../engine/src/');

const base: UserConfig = {
  root: import.meta.dirname,
  // Works in any folder of any host.
  base: './',
  plugins: [react(), trimDownshift],
  build: {
    outDir: 'dist',
    // Tells the tests what is loaded with what.
    manifest: true,
    target: 'es2023',
    // A script in a style sheet's place would be against the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Importing them does nothing, though their packages do not say so; they are large, and little of them is used.
        moduleSideEffects: (id: string) =>
          !/[\\/](?:@huggingface|downshift|react-router|react-router-dom)[\\/]|[\\/]packages[\\/]engine[\\/]src[\\/]/.test(
            id,
          ),
      },
    },
  },
};

/** The build for use: its package names the development build of the router for bundlers. */
const production: UserConfig = {
  ...base,
  resolve: {
    alias: [{ find: /^react-router$/, replacement: `${modules}react-router/dist/production/index.mjs` }],
  },
};

/** What each screen loads at once. */
const screens = {
  'sign-in': [`${source}features/auth/sign-in-page.tsx`],
  picker: [`${source}app/picker-page.tsx`, `${source}app/create-session.ts`],
};

/** What the link on the screen of signing in waits for. */
const later = [`${source}features/auth/begin-sign-in.ts`, `${engine}auth/oauth/begin.ts`];

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return base;
  const groups = await pageGroups(production, `${source}main.tsx`, screens, later);
  const { rolldownOptions } = base.build ?? {};
  return {
    ...production,
    build: {
      ...base.build,
      rolldownOptions: {
        ...rolldownOptions,
        output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
      },
    },
  };
});
