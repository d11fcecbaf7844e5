import { afterEveryFile } from './hooks.ts';

interface Folders {
  readonly folder: string;
  readonly home: string | undefined;
}

/** Those of the commands that run in this process, the last one last. */
const entered: Folders[] = [];
let restore: () => void = () => undefined;

// A test that failed may have left its command behind.
afterEveryFile(() => {
  if (entered.splice(0).length > 0) restore();
});

/**
 * Moves this process to the folders of a command, and remembers what commands change in it.
 * @returns moves it back to those of the last command that still runs; after the last one, all is as before
 */
export function enterFolders(folder: string, home = folder): () => void {
  if (entered.length === 0) restore = rememberState();
  const own = { folder, home };
  entered.push(own);
  moveTo(own);
  return () => {
    const index = entered.indexOf(own);
    if (index === -1) return;
    entered.splice(index, 1);
    const last = entered.at(-1);
    if (last) moveTo(last);
    else restore();
  };
}

function moveTo({ folder, home }: Folders): void {
  process.chdir(folder);
  if (home === undefined) delete process.env['HOME'];
  else process.env['HOME'] = home;
}

/** @returns restores the folders, the console and the listeners of warnings */
function rememberState(): () => void {
  const [folder, home, logs] = [process.cwd(), process.env['HOME'], { ...console }];
  const listeners = process.listeners('warning');
  return () => {
    moveTo({ folder, home });
    // Commands silence their libraries.
    Object.assign(console, logs);
    for (const listener of listeners)
      if (!process.listeners('warning').includes(listener)) process.on('warning', listener);
  };
}
