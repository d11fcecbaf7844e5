import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath } from 'vite';
import { trimLibraries } from '../../scripts/build/trim-libraries.mjs';
import { workerLicenses } from '../../scripts/build/worker-licenses.mjs';

/** Vite uses slashes on Windows, too. */
const modules = normalizePath(fileURLToPath(new URL('../../node_modules/', import.meta.url)));

/** The router's package names its development build for bundlers. */
const router = { find: /^react-router$/, replacement: `${modules}react-router/dist/production/index.mjs` };

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Works in any folder of any host.
  base: './',
  plugins: [react(), trimLibraries],
  resolve: { alias: command === 'build' ? [router] : [] },
  worker: {
    format: 'es',
    plugins: () => [trimLibraries, workerLicenses],
    // A worker loads most of the engine at once.
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false },
      // Its Snappy is WebAssembly, which the content security policy forbids.
      treeshake: { moduleSideEffects: (id: string) => !/[\\/]hyparquet-compressors[\\/]/.test(id) },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The content security policy forbids inlined assets.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.json' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What a screen needs loads in few files, which compress better than many small ones.
          groups: [
            { name: 'app', tags: ['$initial'] },
            {
              name: 'shared',
              test: /[\\/](?:guarded-fetch|identity|listing|model-lookup|ui[\\/]inputs|ui[\\/]panel)\.tsx?$/,
            },
            { name: 'sign-in', test: /[\\/](?:sign-in-link|sign-in-page)\.tsx?$/ },
            { name: 'picker', test: /[\\/]picker-page\.tsx$/ },
          ],
        },
      },
      treeshake: {
        // These modules have no side effects, though their packages do not say so.
        moduleSideEffects: (id: string) =>
          !/[\\/](?:@huggingface|downshift|react-router|react-router-dom)[\\/]|[\\/]packages[\\/]engine[\\/]src[\\/]/.test(
            id,
          ),
      },
    },
  },
}));
