/**
 * Remembers what commands change in the process that runs them.
 * @returns restores the working folder, the home folder, the console and the listeners of warnings
 */
export function keepProcessState(): () => void {
  const [folder, home, logs] = [process.cwd(), process.env['HOME'], { ...console }];
  const listeners = process.listeners('warning');
  return () => {
    process.chdir(folder);
    if (home === undefined) delete process.env['HOME'];
    else process.env['HOME'] = home;
    // Commands silence their libraries.
    Object.assign(console, logs);
    for (const listener of listeners)
      if (!process.listeners('warning').includes(listener)) process.on('warning', listener);
  };
}
