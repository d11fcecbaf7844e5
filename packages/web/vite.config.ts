import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Works in any folder of any host.
  base: './',
  plugins: [react()],
  resolve: {
    alias:
      command === 'build'
        ? [
            // Its package names the development build for bundlers.
            {
              find: /^react-router$/,
              replacement: `${modules}react-router/dist/production/index.mjs`,
            },
          ]
        : [],
  },
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
}));
