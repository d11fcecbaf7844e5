import { interleave, job, line } from './measure.mjs';
import { buildPicker } from './picker-list-build.mjs';

const SIZES = [1000, 100_000];

/** Keys in a long list in the whole app: CPU against ink-select-input, and what typing a letter takes. */
export async function pickerList() {
  console.log(
    '\nKeys in a list of models, in the whole app; CPU of a key against ink-select-input with limit 15',
  );
  await buildPicker();
  const run = (kind, size) => () => job('picker-list-job.mjs', kind, String(size));
  const kinds = ['select', 'list', 'typing'];
  const candidates = SIZES.flatMap((size) => kinds.map((kind) => [`${kind} ${size}`, run(kind, size)]));
  const found = await interleave(Object.fromEntries(candidates), 5);
  for (const size of SIZES) {
    const own = found[`list ${size}`].cpu;
    const rival = found[`select ${size}`].cpu;
    line(
      `down, ${size} rows`,
      own / rival,
      0.75,
      `${own.toFixed(2)} ms, ink-select-input ${rival.toFixed(2)} ms`,
    );
  }
  const [small, large] = SIZES;
  line('down, 100,000 rows against 1,000', found[`list ${large}`].cpu / found[`list ${small}`].cpu);
  for (const [size, goal] of [
    [small, 1],
    [large, 33],
  ]) {
    const { middle, slow } = found[`typing ${size}`];
    line(`typing, ${size} rows, ms to the frame`, middle, goal, `19 of 20 within ${slow.toFixed(2)} ms`);
  }
}
