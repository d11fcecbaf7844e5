/**
 * A program that takes a lock again and again, and dies or stops inside now and then. Arguments: folder, name, rounds, and
 * the chances to die and to stop in percent. Appends what it does to `journal`, and counts in `counter`.
 */
import { appendFileSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileLock } from '@tryout/engine/node';

const [, , folder = '', name = '', rounds, deaths, stops] = process.argv;
const lock = fileLock(join(folder, 'lock'));
const counter = openSync(join(folder, 'counter'), 'r+');

function note(event: string): void {
  appendFileSync(join(folder, 'journal'), `${event} ${name}-${process.pid}\n`);
  writeSync(1, `${event}\n`);
}

for (let round = 0; round < Number(rounds); round += 1)
  await lock(async () => {
    note('enter');
    const count = Number(readFileSync(join(folder, 'counter'), 'utf8'));
    for (let ticks = Math.random() * 20; ticks > 0; ticks -= 1) await setImmediate();
    const fate = Math.random() * 100;
    if (fate < Number(deaths)) {
      note('die');
      process.kill(process.pid, 'SIGKILL');
    } else if (fate < Number(deaths) + Number(stops)) {
      note('stop');
      process.kill(process.pid, 'SIGSTOP');
      note('continue');
    }
    // In place, since a kill could leave an empty file.
    writeSync(counter, String(count + 1).padStart(8), 0);
    note('leave');
  });
