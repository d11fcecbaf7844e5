import { build } from 'vite';
import { interleave, job, line } from './measure.mjs';

const root = new URL('../../', import.meta.url).pathname;

/** The parts of the picker that show a stream, as plain modules. */
export const pickerModule = `${root}node_modules/.cache/bench-picker-stream/picker.mjs`;

async function buildPicker() {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: [/^@tryout\//] },
    build: {
      ssr: `${root}tests/bench/picker-stream-entry.ts`,
      outDir: `${root}node_modules/.cache/bench-picker-stream/`,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'picker.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}

const ROUNDS = 3;

/** What it costs to show 2,000 tokens as they come, and a long text that grows, against Ink's way. */
export async function pickerStream() {
  console.log('\nShowing 2,000 streamed tokens: CPU, against the whole text rendered with each token');
  await buildPicker();
  const goals = { 200: 0.15, 1000: 0.25 };
  for (const [rate, goal] of Object.entries(goals)) {
    const found = await interleave(
      Object.fromEntries(
        ['raw', 'naive', 'static', 'picker'].map((way) => [
          way,
          () => job('picker-stream-job.mjs', way, rate),
        ]),
      ),
      ROUNDS,
      0,
    );
    for (const way of ['raw', 'static', 'picker']) {
      line(
        `${way}, ${rate} tokens a second`,
        found[way].cpu / found.naive.cpu,
        way === 'picker' ? goal : undefined,
        `${found[way].cpu.toFixed(0)} of ${found.naive.cpu.toFixed(0)} ms`,
      );
    }
  }
  const { longest, cpu, milliseconds } = await job('picker-stream-job.mjs', 'long', '0');
  console.log(
    `  5 MB in 20,000 pieces: ${milliseconds.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms, longest standstill ${longest.toFixed(0)} ms`,
  );
}
