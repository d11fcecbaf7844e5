/**
 * The folder that the page stands in: where the hub sends a person back to. That is what is registered, also for who
 * opened `index.html` in it.
 */
export function pageAddress(): string {
  return new URL('./', location.href).href;
}

/** Whether the page stands in another one, as a Space does in its page on the Hub. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
