import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;
const folder = `${root}node_modules/.cache/bench-picker/`;

/** The picker's app and lists as plain modules; Ink and React stay what is installed. */
export const pickerModule = `${folder}picker.mjs`;

/** Bundles the picker for its bench. */
export async function buildPicker() {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: [/^@tryout\//], external: ['ink', 'ink-select-input', 'react'] },
    build: {
      ssr: `${root}tests/bench/picker-entry.ts`,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'picker.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}
