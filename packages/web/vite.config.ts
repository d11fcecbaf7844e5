import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath } from 'vite';
import { trimDownshift } from '../../scripts/build/trim-downshift.mjs';

/** Vite uses slashes on Windows, too. */
const modules = normalizePath(fileURLToPath(new URL('../../node_modules/', import.meta.url)));

/** The router's package names its development build for bundlers. */
const router = { find: /^react-router$/, replacement: `${modules}react-router/dist/production/index.mjs` };

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Works in any folder of any host.
  base: './',
  plugins: [react(), trimDownshift],
  resolve: { alias: command === 'build' ? [router] : [] },
  build: {
    outDir: 'dist',
    // Tests check the size of the chunks.
    manifest: true,
    target: 'es2023',
    // The content security policy forbids inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Small modules of all screens would become chunks of their own otherwise.
          groups: [
            {
              name: 'base',
              test: /engine[\\/]src[\\/](?:(?:errors|http|text)[\\/]|fields[\\/]json-)|[\\/](?:valibot|fastest-levenshtein)[\\/]/,
            },
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
