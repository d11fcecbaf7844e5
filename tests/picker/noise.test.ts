import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { inTerminal } from '../support/pseudo-terminal.ts';

/** Logs and warns repeatedly, as a dependency might. */
const noisy = `
setInterval(() => {
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace']) console[name]('NOISE');
  process.emitWarning('NOISE');
}, 5).unref();
`;

test.each([[['demo']], [['demo', '--debug']]])(
  '%j: keeps logs and warnings of dependencies off the screen (F7)',
  async (words) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'noisy.cjs'), noisy);
    const terminal = inTerminal(words, {
      folder,
      environment: { NODE_OPTIONS: `--require ${join(folder, 'noisy.cjs')}` },
    });
    await terminal.until(/❯ Audio/);
    const shown = terminal.written().length;
    await terminal.typeUntil('text class', /❯ Text Classif/);
    await terminal.pressUntil('enter', /❯ sandbox\//);
    expect(await terminal.endBy('ctrl+c')).toBe(130);
    expect(terminal.written().slice(shown)).not.toContain('NOISE');
  },
);
