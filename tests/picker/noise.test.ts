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
    terminal.type('text class');
    await terminal.until(/❯ Text Classif/);
    terminal.press('enter');
    await terminal.until(/❯ sandbox\//);
    terminal.press('ctrl+c');
    expect(await terminal.ended).toBe(130);
    expect(terminal.written().slice(shown)).not.toContain('NOISE');
  },
);
