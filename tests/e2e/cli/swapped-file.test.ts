import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { at, cli, temporaryFolder } from '../../support/cli.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';

const image = fileURLToPath(new URL('../../../examples/shapes.png', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'X7: rejects a named pipe swapped in after the check without waiting for it',
  async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.png');
    copyFileSync(image, file);
    const server = await fakeHub({
      first: ({ method }) => {
        // The file is checked by now but not yet open.
        if (method !== 'GET') return undefined;
        rmSync(file, { force: true });
        execFileSync('mkfifo', [file]);
        return hubModel('acme/model', { task: 'image-classification' });
      },
    });
    const words = ['run', 'image-classification', 'a.png', '-m', 'acme/model', '--provider', 'hf-inference'];
    const { code, stderr } = await cli([...words, ...at(server)], {
      folder,
    });
    expect(stderr).toMatch(/^error: a\.png changed after it was chosen\n/);
    expect(code).toBe(2);
  },
);
