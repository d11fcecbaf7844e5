/** How long the browser may be busy before what waits is begun all the same, in milliseconds. */
const LATEST = 2000;

/**
 * Waits until the browser has drawn what it was given and has nothing to do: for what nobody waits for, which would
 * otherwise take the network and the processor from what they wait for.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback; a frame later what was begun before is drawn.
    if (!('requestIdleCallback' in globalThis)) requestAnimationFrame(() => setTimeout(resolve));
    else requestIdleCallback(() => resolve(), { timeout: LATEST });
  });
}
